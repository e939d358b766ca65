package dev.mandate.engine.watch;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.function.Function;

/** What the chain showed of a tenant's account. */
public sealed interface WatchEvent {

    /**
     * Watching began.
     *
     * @param shown the account, of which nothing is told
     * @param slot up to which nothing is told
     * @param time the chain's time at that slot, or before: of nodes that agree, the earliest time. Histories are read from then on
     * @param last the transactions of that slot
     */
    record Began(AccountRef ref, WatchedAccount shown, Holdings holdings, long slot, UnixTime time, Array<Signature> last) implements WatchEvent {}

    /** The account changed. */
    record Changed(AccountChange change, Source source) implements WatchEvent {}

    /** Money came in or went out. */
    record Transferred(Transfer transfer, Source source) implements WatchEvent {}

    /** A transfer that was told before it was final is final now. */
    record Finalized(Transfer transfer, Source source) implements WatchEvent {}

    /** A transaction of the chain cannot be taken back any more, or was taken back; what it did has been told. */
    record Settled(Signature signature) implements WatchEvent {}

    /**
     * All that happened so far is told. The history of the money may come later than the account shows it.
     *
     * @param holdings with the transfers that are told
     */
    record Reached(Until account, Until money, Holdings holdings) implements WatchEvent {}

    /**
     * Up to where all is told.
     *
     * @param time the chain's time at that slot, or before: of nodes that agree, the earliest time. Histories are read from then on
     * @param last the transactions of that slot that are told: there may be others. Also those that were told and are not final: after a fork they may land
     *     again, in a later slot
     */
    record Until(long slot, UnixTime time, Array<Signature> last) {

        /** Nothing is told. */
        static final Until START = new Until(0, new UnixTime(0), Array.empty());

        /** With transactions that are not told again, wherever they land. */
        Until knowing(Array<Signature> told) {
            return new Until(slot, time, last.appendAll(told).distinct());
        }

        /** With a transaction that is not before this. */
        Until with(Signature signature, long at, Option<UnixTime> when) {
            return at > slot
                    ? new Until(at, when.getOrElse(time), Array.of(signature))
                    : new Until(slot, time, last.append(signature).distinct());
        }
    }

    /**
     * Where a change was seen.
     *
     * @param at the chain's time
     * @param signature the transaction that made it; none where no history tells it, or time alone made it
     * @param finality of that transaction when this was recorded
     * @param submission the tenant's own submission of that transaction; none: it came from elsewhere
     */
    record Source(UnixTime at, long slot, Option<Signature> signature, Finality finality, Option<String> submission) {}

    /** What the account holds. */
    record Holdings(BaseUnits lamports, Array<HeldTokens> tokens) {

        static final Holdings NONE = new Holdings(BaseUnits.ZERO, Array.empty());

        /** After a transfer; none if it takes more than there is. */
        Option<Holdings> after(Transfer transfer) {
            BaseUnits amount = transfer.movement().amount();
            Function<BaseUnits, Option<BaseUnits>> moved =
                    before -> transfer.direction() == Transfer.Direction.INFLOW ? before.plus(amount) : before.minus(amount);
            return switch (transfer.movement().token()) {
                case Token.Sol sol -> moved.apply(lamports).map(left -> new Holdings(left, tokens));
                case Token.Mint(Address mint) -> {
                    HeldTokens before = tokens.find(one -> one.mint().equals(mint)).getOrElse(new HeldTokens(mint, Array.empty(), BaseUnits.ZERO));
                    yield moved.apply(before.amount()).map(left -> new Holdings(
                            lamports, tokens.reject(one -> one.mint().equals(mint)).append(new HeldTokens(mint, before.accounts(), left))));
                }
            };
        }

        Option<Holdings> after(Array<Transfer> transfers) {
            return transfers.foldLeft(Option.some(this), (held, transfer) -> held.flatMap(one -> one.after(transfer)));
        }

        /** Whether the amounts are the same, wherever they are kept. */
        boolean isWorth(Holdings other) {
            return lamports.equals(other.lamports) && amounts().equals(other.amounts());
        }

        Map<Address, BaseUnits> amounts() {
            return tokens.reject(one -> one.amount().isZero()).toMap(one -> Tuple.of(one.mint(), one.amount()));
        }

        Array<Address> accounts() {
            return tokens.flatMap(HeldTokens::accounts);
        }
    }

    /** What all token accounts of a mint hold. */
    record HeldTokens(Address mint, Array<Address> accounts, BaseUnits amount) {}
}
