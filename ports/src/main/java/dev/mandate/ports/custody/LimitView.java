package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Window;

/**
 * A spending limit as it stands.
 *
 * @param window the window in force at the chain's time of the reading, a reset that is due included
 */
public record LimitView(Address limit, LimitTerms terms, Window window) {}
