/** JMH benchmarks. What they are measured for, and beside what, {@code tools/benchmarks/README.md} says. */
@NullMarked
package dev.mandate.benchmarks;

import org.jspecify.annotations.NullMarked;
