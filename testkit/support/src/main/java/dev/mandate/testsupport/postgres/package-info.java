/**
 * A real PostgreSQL server for tests and benchmarks. It uses the machine's programs and its own folder, and listens on the
 * loopback interface. Tests can stop, kill and restart it. It disappears when the process ends.
 */
@NullMarked
package dev.mandate.testsupport.postgres;

import org.jspecify.annotations.NullMarked;
