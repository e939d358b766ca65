package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * How the content of a transaction came onto the chain, as its history tells.
 *
 * @param at the time of the block; none if no node knows it
 * @param rentPayer paid its rent
 * @param memo of the instruction that recorded it
 * @param submission the submission that recorded it here; none if it was made elsewhere
 */
public record Recording(Option<UnixTime> at, Address rentPayer, Option<String> memo, Option<SubmissionId> submission) {}
