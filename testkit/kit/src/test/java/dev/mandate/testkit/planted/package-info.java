/** Each contract passes an adapter without a bug, and notices each planted bug. */
@NullMarked
package dev.mandate.testkit.planted;

import org.jspecify.annotations.NullMarked;
