/**
 * The real Solana runtime as a chain: LiteSVM under Node in a child process, behind the {@code Chain} port. It runs the real
 * programs, and the deployed Squads v4 binary if the machine has it.
 */
@NullMarked
package dev.mandate.testsupport.svm;

import org.jspecify.annotations.NullMarked;
