/**
 * The real Solana runtime as a chain: LiteSVM under Node in a child process, and the {@code Chain} port on top of it. It runs
 * the real programs, the deployed Squads v4 binary among them where the machine has it.
 */
@NullMarked
package dev.mandate.testsupport.svm;

import org.jspecify.annotations.NullMarked;
