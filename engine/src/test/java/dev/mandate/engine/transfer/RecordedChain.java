package dev.mandate.engine.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A chain with many transactions in one slot, each of which names some of a few addresses and holds some transfers. A page has a budget: of four calls
 * for a history, and one for a transaction.
 */
final class RecordedChain implements MergedHistory.Source {

    /** An account and its token accounts. */
    static final Array<Address> ADDRESSES = Array.of(address(1), address(2), address(3));

    private static final long START = 1_000_000;

    private final List<Landed> ledger = new ArrayList<>();
    private final Array<Address> held;
    private final int budget;
    private int looks;
    private int calls;

    /** A chain of an account that holds two token accounts, without a budget. */
    RecordedChain() {
        this(ADDRESSES, Integer.MAX_VALUE);
    }

    /** @param held an account and its token accounts. What transactions of the account name beside them are closed token accounts */
    RecordedChain(Array<Address> held, int budget) {
        this.held = held;
        this.budget = budget;
    }

    /**
     * A transaction.
     *
     * @param names numbers of addresses, from 0; the first {@link #ADDRESSES} are of 0, 1 and 2
     * @param transfers how many it holds; zero or less: it failed if below zero
     */
    record Landed(Signature signature, long slot, Array<Integer> names, int transfers) {

        LandedSignature listed() {
            return new LandedSignature(
                    signature,
                    slot,
                    Option.some(new UnixTime(START + slot)),
                    transfers < 0 ? Option.some(new TransactionFailure.Named("InstructionError")) : Option.none());
        }

        Array<Transfer> moved() {
            return Array.range(0, transfers)
                    .reverse()
                    .map(index -> new Transfer(
                            signature,
                            slot,
                            listed().time(),
                            Transfer.Direction.INFLOW,
                            new Movement(
                                    InstructionPosition.outer(index),
                                    new Token.Sol(),
                                    Movement.Standard.NATIVE,
                                    9,
                                    address(9),
                                    ADDRESSES.head(),
                                    BaseUnits.of(1))));
        }
    }

    /** Adds a transaction, whose signature stands in no order to the others. */
    void land(long slot, Array<Integer> names, int transfers) {
        byte[] id = ByteBuffer.allocate(Signature.LENGTH)
                .putInt(Integer.reverse(0x9e3779b9 * ledger.size()))
                .putInt(ledger.size())
                .array();
        ledger.add(new Landed(new Signature(Bytes.of(id)), slot, names, transfers));
    }

    int looks() {
        return looks;
    }

    /** The ids of all transfers that there are: of those in one slot, in the fixed order. */
    Array<String> all() {
        return Array.ofAll(ledger)
                .filter(one -> one.names().nonEmpty())
                .sorted((one, other) -> one.slot() == other.slot()
                        ? AddressHistory.IN_SLOT.compare(one.signature(), other.signature())
                        : Long.compare(other.slot(), one.slot()))
                .flatMap(Landed::moved)
                .map(Transfer::id);
    }

    Either<BuildRefusal, TransferPage> page(TransferQuery query) {
        calls = 0;
        return new HistoryPageReader(
                        new MergedHistory(
                                this,
                                query.after().map(TransferCursor::reading).filter(Array::nonEmpty).getOrElse(held),
                                query.after().flatMap(TransferCursor::newer)),
                        this::look,
                        query,
                        TransferCursor.Group.ALL)
                .page();
    }

    private Either<BuildRefusal, HistoryPageReader.Look> look(LandedSignature entry) {
        looks++;
        return take(1)
                .<Either<BuildRefusal, HistoryPageReader.Look>>map(spent -> Either.left(new BuildRefusal.ChainSilent(spent)))
                .getOrElse(() -> Array.ofAll(ledger)
                        .find(one -> one.signature().equals(entry.signature()))
                        .map(landed -> new HistoryPageReader.Look(Array.narrow(landed.moved()), closed(landed)))
                        .toEither(() -> new BuildRefusal.ChainSilent(new ChainFault.BadAnswer("gone"))));
    }

    private Array<Address> closed(Landed landed) {
        return landed.names().contains(0) ? landed.names().map(number -> address(number + 1)).removeAll(held) : Array.empty();
    }

    private Option<ChainFault> take(int more) {
        boolean enough = calls + more <= budget;
        calls += enough ? more : 0;
        return Option.when(!enough, () -> new ChainFault.BudgetExceeded(budget));
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(
            Address address, Option<Signature> before, int limit) {
        Option<ChainFault> spent = take(4);
        if (spent.isDefined()) {
            return Either.left(spent.get());
        }
        Array<Landed> newestFirst = Array.ofAll(ledger).reverse();
        int start = before.map(last -> newestFirst.indexWhere(one -> one.signature().equals(last)) + 1)
                .getOrElse(0);
        return Either.right(
                before.isDefined() && start == 0
                        ? Option.none()
                        : Option.some(newestFirst
                                .drop(start)
                                .filter(one -> one.names().exists(number -> address(number + 1).equals(address)))
                                .take(limit)
                                .map(Landed::listed)));
    }

    private static Address address(int number) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = (byte) number;
        bytes[1] = (byte) (number >> 8);
        return Address.of(bytes);
    }
}
