package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Window;
import dev.mandate.ports.program.TransferFee;
import io.vavr.control.Option;

/**
 * A spending limit as read from the chain.
 *
 * @param window the window at the chain's time of the reading; a reset that is due is already applied
 * @param transferFee what the token's mint withholds of each payment; none if nothing
 */
public record LimitView(Address limit, LimitTerms terms, Window window, Option<TransferFee> transferFee) {}
