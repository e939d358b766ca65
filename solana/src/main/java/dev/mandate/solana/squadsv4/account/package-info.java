/** The program's accounts: one record each, with an exact codec. */
@NullMarked
package dev.mandate.solana.squadsv4.account;

import org.jspecify.annotations.NullMarked;
