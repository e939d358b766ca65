/** The real runtime, held against the contract that every chain keeps. */
@NullMarked
package dev.mandate.testkit.svm;

import org.jspecify.annotations.NullMarked;
