/** What the chain showed of a smart account, and the changes that lead from one such picture to the next. */
@NullMarked
package dev.mandate.domain.watch;

import org.jspecify.annotations.NullMarked;
