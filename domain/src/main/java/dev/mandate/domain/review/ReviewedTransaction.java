package dev.mandate.domain.review;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A transaction as the review judges it: decoded to the end, with the content that it records, approves or executes, and the content within that.
 *
 * @param instructions its outer instructions, in order
 * @param signers of the outer transaction, the fee payer first; then those who would have to sign when content is executed
 * @param priorityFee in lamports
 * @param roles that it grants, also by content
 * @param giveaways what it, and the content that it records, would give away
 * @param missingMints tokens of new spending limits that do not exist
 * @param limits that it makes or uses, also by content, and that the engine has recorded
 * @param vote the first problem with its votes and with content that cannot be shown
 */
public record ReviewedTransaction(
        Array<OuterInstruction> instructions,
        Array<Address> signers,
        BaseUnits priorityFee,
        Array<GrantedRole> roles,
        Array<GiveawayWarning> giveaways,
        Array<Address> missingMints,
        Array<RecordedLimit> limits,
        Option<VoteProblem> vote) {}
