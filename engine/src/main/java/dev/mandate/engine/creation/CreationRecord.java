package dev.mandate.engine.creation;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.desk.Creation;
import dev.mandate.ports.desk.SubmissionId;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.program.AccountRef;
import io.vavr.control.Option;

/**
 * An account that was ordered, as the journal has it.
 *
 * @param order what does not change any more
 * @param submission the transaction on its way; another only after the one before has provably expired
 * @param version of its stream, and so how many transactions it took
 */
public record CreationRecord(Order order, Creation.Status status, SubmissionId submission, long version) {

    /**
     * What was ordered.
     *
     * @param id names the create key, which is derived from it
     * @param key under which it was ordered
     * @param cost lamports, taken from the budget
     * @param networkFee what of it is lost if it fails on the chain
     */
    public record Order(
            CreationId id,
            Tenant tenant,
            ApiKeyId key,
            Network network,
            AccountRef account,
            Command.CreateAccount terms,
            Option<Memo> memo,
            BaseUnits cost,
            BaseUnits networkFee) {}

    /** As its tenant sees it. */
    public Creation view() {
        return new Creation(order.account(), order.terms(), status, submission);
    }

    CreationRecord with(Creation.Status next) {
        return new CreationRecord(order, next, submission, version + 1);
    }

    CreationRecord by(SubmissionId next) {
        return new CreationRecord(order, status, next, version + 1);
    }
}
