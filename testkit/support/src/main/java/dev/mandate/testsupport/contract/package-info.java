/** Runs contracts on adapters with planted bugs. Needs JUnit's launcher. */
@NullMarked
package dev.mandate.testsupport.contract;

import org.jspecify.annotations.NullMarked;
