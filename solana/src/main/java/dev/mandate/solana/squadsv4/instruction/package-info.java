/** The program's instructions, one record each, and the codec between them and the accounts and bytes of a transaction. */
@NullMarked
package dev.mandate.solana.squadsv4.instruction;

import org.jspecify.annotations.NullMarked;
