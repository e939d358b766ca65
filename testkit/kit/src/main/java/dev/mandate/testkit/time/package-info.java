/** The contract of a server's clock: {@link dev.mandate.testkit.time.ClockContract}. */
@NullMarked
package dev.mandate.testkit.time;

import org.jspecify.annotations.NullMarked;
