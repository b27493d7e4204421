"""Tools as they were reviewed, and how they differ now.

A description that changes after a review reaches the model at once; only a record of what was reviewed shows it. A `Lock` has
the digest of each part of each tool (`state`); the lock file is a lock as text that git can merge (`file`). Comparing two locks
yields drifts, part by part (`drifts`), and where the old text is in the file or in git, its words (`texts`). A live server is
listed twice (`listings`). None of it shows that the code behind a tool changed.
"""

from schemalint.locking.drifts import Drift as Drift
from schemalint.locking.drifts import Growth as Growth
from schemalint.locking.drifts import diff_of_locks as diff_of_locks
from schemalint.locking.drifts import drift as drift
from schemalint.locking.drifts import growth as growth
from schemalint.locking.file import NAME as NAME
from schemalint.locking.file import is_lock_file as is_lock_file
from schemalint.locking.file import lock_text as lock_text
from schemalint.locking.file import read_lock as read_lock
from schemalint.locking.file import write_lock as write_lock
from schemalint.locking.labels import seen_from as seen_from
from schemalint.locking.state import Lock as Lock
from schemalint.locking.state import LockError as LockError
from schemalint.locking.state import lock as lock
from schemalint.locking.state import toolsets as toolsets
