package dev.mandate.testsupport.svm;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault.BadAnswer;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The chain of an {@link SvmRig}.
 *
 * <p>{@link #send} works like a node with preflight: a transaction that would fail is refused and changes nothing. An accepted
 * transaction has landed and is final at once.
 */
public final class SvmChain implements Chain, ChainControl, LedgerProbe {

    private final SvmRig rig;

    SvmChain(SvmRig rig) {
        this.rig = rig;
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return rig.ask("read" + Lines.joined(queries.map(AccountQuery::address)))
                .map(answer -> Lines.snapshot(queries, answer.split(" ", -1), 0));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return accounts(queries);
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        String wanted = matches.map(match -> " " + match.offset() + ":" + Lines.encode(match.bytes())).mkString();
        return rig.ask("owned " + Lines.encode(owner) + wanted).map(answer -> Lines.found(owner, answer.split(" ", -1)));
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        return blockHeight().flatMap(height -> rig.ask("blockhash").map(answer -> {
            String[] words = answer.split(" ", -1);
            return new LatestBlockhash(
                    new Blockhash(Bytes32.of(Lines.decode(words[0]))), height, Long.parseLong(words[1]), Long.parseLong(words[2]));
        }));
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        return rig.ask("recent " + Lines.encode(Bytes.of(blockhash.bytes().toArray())))
                .map(answer -> answer.equals("1") ? BlockhashStatus.VALID : BlockhashStatus.UNKNOWN);
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return rig.ask("height").map(Long::parseLong);
    }

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        return rig.ask("rent " + dataLength).map(Lines::amount);
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        return Either.sequenceRight(messages.map(this::fee)).map(Seq::toArray);
    }

    private Either<ChainFault, BaseUnits> fee(Bytes message) {
        return rig.ask("fee " + Lines.encode(message)).flatMap(answer -> answer.equals(Lines.NOTHING)
                ? Either.left(new BadAnswer("no fee: the message's blockhash is not known"))
                : Either.right(Lines.amount(answer)));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        return rig.ask("prices").map(answer -> Array.of(answer.split(" ", -1)).reject(String::isEmpty).map(Lines::amount));
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        return rig.ask("simulate " + Lines.encode(transaction)).map(answer -> {
            String[] words = answer.split(" ", -1);
            return new Simulation(
                    Lines.failure(words[0]), Long.parseLong(words[1]), Option.some(Long.parseLong(words[2])), Lines.logs(words[3]));
        });
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        return rig.ask("send " + Lines.encode(transaction)).map(answer -> outcome(transaction, answer.split(" ", -1)));
    }

    /** Lands {@code transaction} even if it fails, as a node without preflight does. One that cannot land is dropped. */
    public Either<ChainFault, SendOutcome> sendWithoutPreflight(Bytes transaction) {
        return rig.ask("pass " + Lines.encode(transaction)).map(answer -> accepted(transaction));
    }

    @Override
    public Either<ChainFault, Step> sendAndRead(Bytes transaction, Seq<Address> addresses) {
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("no address to read");
        }
        return rig.ask("send " + Lines.encode(transaction) + Lines.joined(addresses)).map(answer -> {
            String[] words = answer.split(" ", -1);
            return new Step(outcome(transaction, words), Lines.snapshot(AccountQuery.ofAnyOwner(addresses), words, 2));
        });
    }

    /** Parses the outcome from the first two words. */
    private static SendOutcome outcome(Bytes transaction, String[] words) {
        return Lines.failure(words[0])
                .<SendOutcome>map(failure -> new SendOutcome.Refused(failure, Lines.logs(words[1])))
                .getOrElse(() -> accepted(transaction));
    }

    private static SendOutcome accepted(Bytes transaction) {
        return new SendOutcome.Accepted(WireTransaction.parse(transaction).get().signatures().head());
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        if (signatures.isEmpty()) {
            return Either.right(Array.empty());
        }
        String asked = signatures.map(signature -> Lines.encode(signature.bytes())).mkString(" ");
        return rig.ask("statuses " + asked).map(answer -> Array.of(answer.split(" ", -1)).map(Lines::status));
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(
            Address address, Option<Signature> before, int limit) {
        if (limit < 1 || limit > MAX_HISTORY) {
            throw new IllegalArgumentException("a history of 1 to " + MAX_HISTORY + " transactions, not " + limit);
        }
        String from = before.map(signature -> Lines.encode(signature.bytes())).getOrElse(Lines.NOTHING);
        return rig.ask("history " + Lines.encode(address) + " " + from + " " + limit).map(LandedLines::history);
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return rig.ask("landed " + Lines.encode(signature.bytes())).map(answer -> LandedLines.landed(answer));
    }

    @Override
    public void advance(long seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException("a chain's clock does not go back: " + seconds + " s");
        }
        rig.tell("advance " + seconds);
    }

    @Override
    public void expireBlockhashes() {
        rig.tell("expire");
    }

    @Override
    public void fund(Address address, BaseUnits lamports) {
        rig.tell("fund " + Lines.encode(address) + " " + lamports);
    }

    @Override
    public void put(Address address, AccountData account) {
        rig.tell("put " + Lines.encode(address) + " " + account.lamports() + " " + Lines.encode(account.owner()) + " "
                + (account.executable() ? 1 : 0) + " " + Lines.encode(account.data()));
    }
}
