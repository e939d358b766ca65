package dev.mandate.engine.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.engine.explain.AccountSource.Found;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionBatches;
import dev.mandate.ports.spi.program.TransactionBatches.Batch;
import dev.mandate.ports.spi.program.TransactionBatches.Step;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Reads the transactions of batches: those on the chain, and those that the instructions themselves add. */
final class BatchReader {

    /** Of a longer batch the first transactions are shown. */
    private static final int MOST_PARTS = 32;

    private final SmartAccountProgram program;
    private final TransactionBatches batches;
    private final AccountSource source;

    BatchReader(SmartAccountProgram program, AccountSource source) {
        this.program = program;
        this.batches = program.batches();
        this.source = source;
    }

    /**
     * A transaction of a batch.
     *
     * @param number from 1
     * @param content left: a clause that says why it was not read
     * @param digest none if it was not read
     */
    record Part(long number, Address address, Either<String, TransactionContent> content, Option<Bytes32> digest, FactSource source) {}

    /** @param size of all of it; of a long batch {@code parts} are fewer */
    record ReadBatch(long index, int vaultIndex, long size, long executed, Array<Part> parts, FactSource source) {}

    /**
     * Reads what {@code named} is, if it is a batch.
     *
     * @param found its own account
     */
    Either<ChainFault, Option<ReadBatch>> batch(NamedContent named, Found found) {
        return known(named, named.transaction(), named.index(), found)
                .map(batch -> onChain(named, batch).map(parts -> Option.some(read(named, batch, parts, found))))
                .getOrElse(() -> Either.right(Option.none()));
    }

    private ReadBatch read(NamedContent named, Batch batch, Array<Part> stored, Found found) {
        Array<Part> added = added(named, batch);
        long size = batch.size() + added.length();
        return new ReadBatch(
                batch.index(),
                batch.vaultIndex(),
                size,
                batch.executed(),
                limited(named, batch.index(), size, stored.appendAll(added)),
                found.accounts().containsKey(named.transaction()) ? found.source() : new FactSource.GivenBytes());
    }

    /** Reads the one transaction of a batch that a step names. */
    Either<ChainFault, Part> part(NamedContent named, NamedContent.OwnBatch of) {
        return source.accounts(Array.of(program.query(of.address()), program.query(named.transaction())))
                .map(found -> known(named, of.address(), of.index(), found)
                        .map(batch -> part(named, batch, found))
                        .getOrElse(() -> notRead(
                                named,
                                found.isOffline() ? "its batch is on the chain, which was not read" : "its batch is not one of this account",
                                found)));
    }

    /** Its number and its vault follow from its address alone: a step may claim that it belongs to another batch. */
    private Part part(NamedContent named, Batch batch, Found found) {
        return added(named, batch)
                .find(part -> part.address().equals(named.transaction()))
                .orElse(() -> near(batch)
                        .find(number -> address(named, batch.index(), number).equals(named.transaction()))
                        .map(number -> stored(number, named.transaction(), batch.vaultIndex(), found)))
                .getOrElse(() -> notRead(named, "its address is not one of the next or the last numbers of its batch", found));
    }

    /** The batch on the chain, or the one that the same instructions create. */
    private Option<Batch> known(NamedContent named, Address address, Option<Long> index, Found found) {
        return found.accounts()
                .get(address)
                .flatMap(data -> batches.read(named.account(), data))
                .orElse(() -> index.flatMap(number -> named.created().map(vault -> new Batch(number, vault, 0, 0))));
    }

    /** The numbers that a step can name: those around the next to be executed, and the last that were added. */
    private static Array<Long> near(Batch batch) {
        return Array.rangeClosed(Math.max(1, batch.executed() - MOST_PARTS + 1), Math.min(batch.size(), batch.executed() + MOST_PARTS))
                .appendAll(Array.rangeClosed(Math.max(1, batch.size() - MOST_PARTS + 1), batch.size()))
                .distinct();
    }

    private Address address(NamedContent named, long index, long number) {
        return batches.transactionAddress(named.account(), index, number);
    }

    private Either<ChainFault, Array<Part>> onChain(NamedContent named, Batch batch) {
        Array<Address> addresses =
                Array.rangeClosed(1, Math.min(batch.size(), MOST_PARTS)).map(number -> address(named, batch.index(), number));
        return addresses.isEmpty()
                ? Either.right(Array.empty())
                : source.accounts(addresses.map(program::query))
                        .map(found -> addresses.zipWithIndex().map(one -> stored(one._2 + 1L, one._1, batch.vaultIndex(), found)));
    }

    /** The transactions that are looked into, and one for all others. */
    private Array<Part> limited(NamedContent named, long index, long size, Array<Part> parts) {
        long first = MOST_PARTS + 1L;
        return size <= MOST_PARTS
                ? parts
                : parts.filter(part -> part.number() <= MOST_PARTS)
                        .append(new Part(
                                first,
                                address(named, index, first),
                                Either.left("it and all after it, up to number " + size + ", were not looked into: a batch is shown as far as number "
                                        + MOST_PARTS),
                                Option.none(),
                                new FactSource.GivenBytes()));
    }

    /** What the instructions add. The program accepts the next number alone, so an instruction with another address adds nothing. */
    private Array<Part> added(NamedContent named, Batch batch) {
        Array<Step.Add> added = named.added();
        return Array.rangeClosed(1, added.length())
                .map(count -> batch.size() + count)
                .map(number -> added.find(add -> add.transaction().equals(address(named, batch.index(), number)))
                        .map(add -> read(number, add.transaction(), batches.content(batch.vaultIndex(), add), new FactSource.GivenBytes())))
                .takeWhile(Option::isDefined)
                .flatMap(one -> one);
    }

    private Part stored(long number, Address address, int vaultIndex, Found found) {
        return found.accounts()
                .get(address)
                .map(data -> read(number, address, batches.content(vaultIndex, data), found.source()))
                .getOrElse(() -> new Part(
                        number,
                        address,
                        Either.left(ContentExplainer.absence(found)),
                        Option.when(!found.isOffline(), VotePurpose.NOTHING),
                        found.source()));
    }

    private Part read(long number, Address address, TransactionContent content, FactSource from) {
        return new Part(number, address, Either.right(content), ContentExplainer.digest(program, content), from);
    }

    private static Part notRead(NamedContent named, String why, Found found) {
        return new Part(0, named.transaction(), Either.left(why), Option.none(), found.source());
    }
}
