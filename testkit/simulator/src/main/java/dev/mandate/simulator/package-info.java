/**
 * A chain in memory behind the {@code Chain} port: real wire bytes, real Ed25519 signatures, expiring blockhashes, fees, rent,
 * and programs that keep their accounts in the real layout. Tests and the demo control its clock.
 */
@NullMarked
package dev.mandate.simulator;

import org.jspecify.annotations.NullMarked;
