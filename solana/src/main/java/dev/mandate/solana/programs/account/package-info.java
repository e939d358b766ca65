/** Account layouts of common programs, as records with codecs. */
@NullMarked
package dev.mandate.solana.programs.account;

import org.jspecify.annotations.NullMarked;
