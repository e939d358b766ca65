/**
 * A second account program, for tests: other addresses, other layouts, and one rule that differs. It shows that the engine, the simulator and the HTTP
 * service know no program. It has one vault for each account, and neither limits, buffers, batches nor changes by an admin.
 */
@NullMarked
package dev.mandate.testsupport.toy;

import org.jspecify.annotations.NullMarked;
