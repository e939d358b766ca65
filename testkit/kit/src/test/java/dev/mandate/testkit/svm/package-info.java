/** Tests the contract of chains against the real runtime. */
@NullMarked
package dev.mandate.testkit.svm;

import org.jspecify.annotations.NullMarked;
