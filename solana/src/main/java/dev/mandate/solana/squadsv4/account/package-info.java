/** The accounts that the program keeps, one record each, and what they are on the chain byte for byte. */
@NullMarked
package dev.mandate.solana.squadsv4.account;

import org.jspecify.annotations.NullMarked;
