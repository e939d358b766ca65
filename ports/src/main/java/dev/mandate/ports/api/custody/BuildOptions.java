package dev.mandate.ports.api.custody;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.domain.review.GiveawayWarning;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.Objects;

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
 * @param signing who of the signers that a request names signs
 */
public record BuildOptions(
        Option<Address> feePayer,
        Option<Address> nonceAccount,
        Option<ComputeBudget> computeBudget,
        Option<Memo> memo,
        TransactionVersion version,
        Set<GiveawayWarning.Code> acknowledged,
        NamedSigners signing) {

    public BuildOptions {
        Objects.requireNonNull(feePayer, "feePayer");
        Objects.requireNonNull(nonceAccount, "nonceAccount");
        Objects.requireNonNull(computeBudget, "computeBudget");
        Objects.requireNonNull(memo, "memo");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(acknowledged, "acknowledged");
        Objects.requireNonNull(signing, "signing");
    }

    /** No options: defaults for all. */
    public static final BuildOptions DEFAULT =
            new BuildOptions(
                    Option.none(), Option.none(), Option.none(), Option.none(), TransactionVersion.LEGACY_OR_V0, HashSet.empty(),
                    NamedSigners.FEWEST_SIGN);

    public BuildOptions paidBy(Address payer) {
        return new BuildOptions(Option.some(Objects.requireNonNull(payer, "payer")), nonceAccount, computeBudget, memo, version, acknowledged, signing);
    }

    public BuildOptions withNonce(Address account) {
        return new BuildOptions(feePayer, Option.some(Objects.requireNonNull(account, "account")), computeBudget, memo, version, acknowledged, signing);
    }

    public BuildOptions withComputeBudget(ComputeBudget budget) {
        return new BuildOptions(feePayer, nonceAccount, Option.some(Objects.requireNonNull(budget, "budget")), memo, version, acknowledged, signing);
    }

    public BuildOptions withMemo(Memo text) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, Option.some(Objects.requireNonNull(text, "text")), version, acknowledged, signing);
    }

    public BuildOptions withVersion(TransactionVersion other) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, memo, other, acknowledged, signing);
    }

    public BuildOptions acknowledging(Iterable<GiveawayWarning.Code> codes) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, memo, version, HashSet.ofAll(Objects.requireNonNull(codes, "codes")), signing);
    }

    /** The same in which a request's signers sign as {@code named} says. */
    public BuildOptions signedBy(NamedSigners named) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, memo, version, acknowledged, Objects.requireNonNull(named, "named"));
    }

    /** The same that lives by a recent blockhash. */
    public BuildOptions withoutNonce() {
        return new BuildOptions(feePayer, Option.none(), computeBudget, memo, version, acknowledged, signing);
    }
}
