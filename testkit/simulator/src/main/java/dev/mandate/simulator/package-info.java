/**
 * A chain in memory behind the {@code Chain} port: real wire bytes, real Ed25519 signatures, blockhashes that die, fees, rent,
 * and programs that keep their accounts in their real layout. It stands still unless told, so that tests and the demo own its
 * clock.
 */
@NullMarked
package dev.mandate.simulator;

import org.jspecify.annotations.NullMarked;
