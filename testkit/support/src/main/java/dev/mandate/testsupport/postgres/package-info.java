/**
 * A real PostgreSQL server for tests and benchmarks: found on the machine, started in a folder of its own on the loopback
 * interface, stopped, killed and started again as a test asks, and gone when the process ends.
 */
@NullMarked
package dev.mandate.testsupport.postgres;

import org.jspecify.annotations.NullMarked;
