/** Between what the Squads v4 program stores and reports, and the domain's terms. */
@NullMarked
package dev.mandate.solana.squadsv4.terms;

import org.jspecify.annotations.NullMarked;
