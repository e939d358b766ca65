@NullMarked
package dev.mandate.solana.decode;

import org.jspecify.annotations.NullMarked;
