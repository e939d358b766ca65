/** A bridge to sol4k: its key pairs sign, its transactions come in and go out. Nothing is verified with it. */
@NullMarked
package dev.mandate.adapters.sol4k;

import org.jspecify.annotations.NullMarked;
