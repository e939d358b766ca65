/** What adapter authors and rule verifiers use: fakes, generators, contract suites and models. */
@NullMarked
package dev.mandate.testkit;

import org.jspecify.annotations.NullMarked;
