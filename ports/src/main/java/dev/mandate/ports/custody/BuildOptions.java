package dev.mandate.ports.custody;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.program.ComputeBudget;
import io.vavr.control.Option;

/**
 * What every builder can be told beside its own request.
 *
 * @param feePayer pays fee and rent and signs first; none: the first of those who have to sign
 * @param nonceAccount a durable nonce, for people who sign days apart; none: a recent blockhash, good for about a minute
 * @param computeBudget none: the network's own defaults
 */
public record BuildOptions(
        Option<Address> feePayer,
        Option<Address> nonceAccount,
        Option<ComputeBudget> computeBudget,
        Option<Memo> memo) {

    /** Nothing in particular. */
    public static final BuildOptions DEFAULT =
            new BuildOptions(Option.none(), Option.none(), Option.none(), Option.none());

    public BuildOptions paidBy(Address payer) {
        return new BuildOptions(Option.some(payer), nonceAccount, computeBudget, memo);
    }

    public BuildOptions withNonce(Address account) {
        return new BuildOptions(feePayer, Option.some(account), computeBudget, memo);
    }

    public BuildOptions withComputeBudget(ComputeBudget budget) {
        return new BuildOptions(feePayer, nonceAccount, Option.some(budget), memo);
    }

    public BuildOptions withMemo(Memo text) {
        return new BuildOptions(feePayer, nonceAccount, computeBudget, Option.some(text));
    }
}
