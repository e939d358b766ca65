package dev.mandate.ports.api.custody;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.domain.review.GiveawayWarning;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * Options of every build request.
 *
 * @param feePayer pays fee and rent, and signs first; none: the first required signer pays
 * @param nonceAccount a durable nonce that the host lists for the account, so that signers may take days; none: a recent blockhash, valid
 *     until the block height passes its last valid height (half a minute to a minute)
 * @param computeBudget what is set is asked for, in every transaction; none: that of the content. What neither sets is found by a
 *     simulation, and the price from recent blocks
 * @param version the format of the transactions
 * @param acknowledged codes of the warnings that the caller accepts
 */
public record BuildOptions(
        Option<Address> feePayer,
        Option<Address> nonceAccount,
        Option<ComputeBudget> computeBudget,
        Option<Memo> memo,
        TransactionVersion version,
        Set<GiveawayWarning.Code> acknowledged) {

    /** No options: defaults for all. */
    public static final BuildOptions DEFAULT =
            new BuildOptions(
                    Option.none(), Option.none(), Option.none(), Option.none(), TransactionVersion.LEGACY_OR_V0, HashSet.empty());

    public BuildOptions paidBy(Address payer) {
        return new BuildOptions(Option.some(payer), nonceAccount, computeBudget, memo, version, acknowledged);
    }

    public BuildOptions withNonce(Address account) {
        return new BuildOptions(feePayer, Option.some(account), computeBudget, memo, version, acknowledged);
    }

    public BuildOptions withComputeBudget(ComputeBudget budget) {
        return new BuildOptions(feePayer, nonceAccount, Option.some(budget), memo, version, acknowledged);
    }

    public BuildOptions withMemo(Memo text) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, Option.some(text), version, acknowledged);
    }

    public BuildOptions withVersion(TransactionVersion other) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, memo, other, acknowledged);
    }

    public BuildOptions acknowledging(Iterable<GiveawayWarning.Code> codes) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, memo, version, HashSet.ofAll(codes));
    }
}
