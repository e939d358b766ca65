package dev.mandate.engine.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedContent.Body;
import dev.mandate.domain.explain.ExplainedContent.Execution;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.engine.explain.AccountSource.Found;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Decodes instructions with the content that they record, vote on or execute, and the content within that. Unlike {@code ContentReader}, which
 * refuses, it shows everything: votes that name no content, and what cannot be read.
 */
final class ContentExplainer {

    private static final int MOST_DEPTH = 16;
    private static final int MOST_CONTENTS = 16;

    private final ChainFormats formats;
    private final SmartAccountProgram program;
    private final AccountSource source;
    private final BatchReader batches;

    ContentExplainer(ChainFormats formats, AccountSource source) {
        this.formats = formats;
        this.program = formats.program();
        this.source = source;
        this.batches = new BatchReader(program, source);
    }

    Either<ChainFault, Array<ExplainedInstruction>> explain(Array<Instruction> instructions) {
        return new Pass().tree(instructions, 0);
    }

    /** Content that is stored at an address. */
    Either<ChainFault, ExplainedContent> stored(AccountRef account, long index) {
        return new Pass().content(NamedContent.at(account, program.transactionAddress(account, index), Option.some(index)), 0);
    }

    /** Content that is recorded for a transaction. */
    Either<ChainFault, ExplainedContent> recorded(AccountRef account, long index, TransactionContent content) {
        return new Pass().content(
                new NamedContent(
                        account,
                        program.transactionAddress(account, index),
                        Option.some(index),
                        Option.some(content),
                        Option.none(),
                        Array.empty(),
                        Option.none(),
                        Execution.LATER),
                0);
    }

    /** Whether nothing that the vault calls names other content; its lookup tables tell no call. */
    boolean isAlone(TransactionContent.VaultInstructions stored) {
        return program.ownCalls(stored)
                .exists(calls -> calls.forAll(call -> program.lifeCycle(call).isEmpty() && program.batches().step(call).isEmpty()));
    }

    /** A transaction of a batch as it was shown. */
    private record ShownPart(AccountRef account, Address transaction, Bytes32 digest, Execution execution) {}

    /** One explanation. Each content is shown once: another that is given for the same address is other content. */
    private final class Pass {

        private Set<NamedContent> seen = HashSet.empty();
        private Set<ShownPart> parts = HashSet.empty();
        private int contents;

        Either<ChainFault, Array<ExplainedInstruction>> tree(Array<Instruction> instructions, int depth) {
            return beside(instructions).flatMap(loaded -> tree(instructions, loaded, depth));
        }

        private Either<ChainFault, Array<ExplainedInstruction>> tree(
                Array<Instruction> instructions, Map<Address, AccountData> loaded, int depth) {
            return NamingSteps.read(program, source, instructions).flatMap(steps -> each(
                    instructions.zipWithIndex(),
                    one -> within(steps.named(one._2), depth).map(content ->
                            explained(one._2, one._1, formats.instructions().decode(one._1, instructions, loaded), content)))
                    .map(all -> all.flatMap(one -> one)));
        }

        /** No instruction with content is one of a batch of the token program. */
        private Array<ExplainedInstruction> explained(
                int number, Instruction instruction, Array<DescribedInstruction> decoded, Option<ExplainedContent> content) {
            return decoded.map(one -> new ExplainedInstruction(number, instruction, one, content));
        }

        /** Token accounts, then their mints. */
        private Either<ChainFault, Map<Address, AccountData>> beside(Array<Instruction> instructions) {
            Map<Address, AccountData> loaded = HashMap.empty();
            Array<AccountQuery> asked = Array.empty();
            while (true) {
                Array<AccountQuery> known = asked;
                Array<AccountQuery> next = formats.instructions().needed(instructions, loaded).reject(known::contains);
                if (next.isEmpty()) {
                    return Either.right(loaded);
                }
                Either<ChainFault, Found> found = source.accounts(next);
                if (found.isLeft()) {
                    return Either.left(found.getLeft());
                }
                loaded = loaded.merge(found.get().accounts());
                asked = asked.appendAll(next);
                if (found.get().isOffline()) {
                    return Either.right(loaded);
                }
            }
        }

        private Either<ChainFault, Option<ExplainedContent>> within(Option<NamedContent> content, int depth) {
            return content.filter(named -> !seen.contains(named.key()))
                    .map(named -> named.part()
                            .map(of -> batches.part(named, of).flatMap(part -> part(named, part, depth)))
                            .getOrElse(() -> content(named, depth).map(Option::some)))
                    .getOrElse(() -> Either.right(Option.none()));
        }

        private Either<ChainFault, Option<ExplainedContent>> part(NamedContent named, BatchReader.Part part, int depth) {
            seen = seen.add(named.key());
            return isNew(named, part, named.execution())
                    ? limited(named, depth)
                            .map(Either::<ChainFault, ExplainedContent>right)
                            .getOrElse(() -> body(named, part.content(), depth).map(body -> shown(named, body, part.digest(), part.source())))
                            .map(Option::some)
                    : Either.right(Option.none());
        }

        /** What was not read is shown wherever it is named. */
        private boolean isNew(NamedContent named, BatchReader.Part part, Execution execution) {
            Option<ShownPart> key = part.digest().map(digest -> new ShownPart(named.account(), part.address(), digest, execution));
            boolean isNew = !key.exists(parts::contains);
            parts = parts.addAll(key);
            return isNew;
        }

        /** What stands for content beyond the limits. */
        private Option<ExplainedContent> limited(NamedContent named, int depth) {
            contents++;
            return Option.when(depth >= MOST_DEPTH || contents > MOST_CONTENTS, () -> shown(
                    named,
                    new Body.Unread("more transactions are within one another than are looked into"),
                    Option.none(),
                    new FactSource.GivenBytes()));
        }

        Either<ChainFault, ExplainedContent> content(NamedContent named, int depth) {
            seen = seen.add(named.key());
            return limited(named, depth)
                    .map(Either::<ChainFault, ExplainedContent>right)
                    .orElse(() -> named.spelledOut().map(content -> body(named, Either.right(content), depth)
                            .map(body -> shown(named, body, digest(program, content), new FactSource.GivenBytes()))))
                    .getOrElse(() -> onChain(named, depth));
        }

        private Either<ChainFault, ExplainedContent> onChain(NamedContent named, int depth) {
            Address place = named.buffer().map(LifeCycleInstruction.CreateFromBuffer::buffer).getOrElse(named.transaction());
            return source.accounts(Array.of(program.query(place))).flatMap(found -> batches.batch(named, found).flatMap(batch -> batch
                    .map(read -> batch(named, read, depth))
                    .getOrElse(() -> onChain(named, found, found.accounts().get(place).map(data -> read(named, data)), depth))));
        }

        private Either<ChainFault, ExplainedContent> onChain(
                NamedContent named, Found found, Option<TransactionContent> content, int depth) {
            return content.map(there -> body(named, Either.right(there), depth)
                            .map(body -> shown(named, body, digest(program, there), found.source())))
                    .getOrElse(() -> Either.right(shown(
                            named, new Body.Unread(absence(found)), Option.when(!found.isOffline(), VotePurpose.NOTHING), found.source())));
        }

        /** A batch with those of its transactions that are not shown elsewhere. */
        private Either<ChainFault, ExplainedContent> batch(NamedContent named, BatchReader.ReadBatch batch, int depth) {
            Array<BatchReader.Part> own = batch.parts().filter(part -> isNew(named, part, execution(named, batch, part)));
            Option<Bytes32> digest = Option.when(
                            batch.parts().forAll(part -> part.digest().isDefined()),
                            () -> program.batches().fingerprint(batch.vaultIndex(), batch.parts().flatMap(BatchReader.Part::digest)));
            return bodies(named, own.map(BatchReader.Part::content), depth).map(bodies -> new ExplainedContent(
                    named.account().address(),
                    named.account().settings(),
                    Option.some(batch.index()),
                    named.transaction(),
                    new Body.OfBatch(
                            batch.vaultIndex(),
                            program.vaultAddress(named.account(), batch.vaultIndex()),
                            batch.size(),
                            own.zip(bodies).map(one -> new Body.OfBatch.Part(
                                    one._1.number(), part(named, one._1, one._2, execution(named, batch, one._1))))),
                    digest,
                    batch.source(),
                    named.execution()));
        }

        private static Execution execution(NamedContent named, BatchReader.ReadBatch batch, BatchReader.Part part) {
            return named.executed().contains(part.address())
                    ? Execution.NOW
                    : part.number() <= batch.executed() ? Execution.DONE : Execution.LATER;
        }

        private ExplainedContent part(NamedContent named, BatchReader.Part part, Body body, Execution execution) {
            return new ExplainedContent(
                    named.account().address(),
                    named.account().settings(),
                    Option.none(),
                    part.address(),
                    body,
                    part.digest(),
                    part.source(),
                    execution);
        }

        private TransactionContent read(NamedContent named, AccountData data) {
            return named.buffer()
                    .map(create -> program.buffers()
                            .content(data, create.vaultIndex())
                            .<TransactionContent>map(content -> content)
                            .getOrElse(() -> new TransactionContent.Opaque("the buffer of which it is made is not full yet", Bytes.EMPTY)))
                    .getOrElse(() -> program.readContent(named.account(), data));
        }

        private ExplainedContent shown(NamedContent named, Body body, Option<Bytes32> digest, FactSource from) {
            return new ExplainedContent(
                    named.account().address(),
                    named.account().settings(),
                    named.index(),
                    named.transaction(),
                    body,
                    digest,
                    from,
                    named.execution());
        }

        private Either<ChainFault, Body> body(NamedContent named, Either<String, TransactionContent> content, int depth) {
            return bodies(named, Array.of(content), depth).map(Array::head);
        }

        /** What these contents of one account do. Their lookup tables and tokens are read at once. */
        private Either<ChainFault, Array<Body>> bodies(NamedContent named, Array<Either<String, TransactionContent>> all, int depth) {
            Array<TransactionContent.VaultInstructions> stored =
                    all.flatMap(content -> content.toOption().flatMap(TransactionContent::vaultInstructions));
            return tables(stored).flatMap(tables -> {
                Map<TransactionContent, Either<LayoutProblem, Array<Instruction>>> restored = stored.toMap(one -> one, one -> program.restore(one, tables));
                return beside(restored.values().flatMap(one -> one.getOrElse(Array.empty())).toArray())
                        .flatMap(loaded -> each(all, content -> content.fold(
                                why -> Either.right(new Body.Unread(why)), there -> body(named, there, restored, loaded, depth))));
            });
        }

        private Either<ChainFault, Body> body(
                NamedContent named,
                TransactionContent content,
                Map<TransactionContent, Either<LayoutProblem, Array<Instruction>>> restored,
                Map<Address, AccountData> loaded,
                int depth) {
            return switch (content) {
                case TransactionContent.SettingsChange change -> Either.right(new Body.OfSettings(change.actions()));
                case TransactionContent.Opaque opaque -> Either.right(new Body.Unread(opaque.why()));
                case TransactionContent.VaultInstructions stored -> restored.get(stored).get().fold(
                        problem -> Either.right(new Body.Unread(why(problem))),
                        instructions -> tree(instructions, loaded, depth + 1)
                                .map(tree -> new Body.OfVault(
                                        stored.vaultIndex(), program.vaultAddress(named.account(), stored.vaultIndex()), tree)));
            };
        }

        private Either<ChainFault, Array<LookupTable>> tables(Array<TransactionContent.VaultInstructions> stored) {
            Array<Address> used = stored.flatMap(one -> program.tablesOf(one).toArray().flatMap(tables -> tables)).distinct();
            return used.isEmpty()
                    ? Either.right(Array.empty())
                    : source.accounts(used.map(formats.format()::lookupTableQuery))
                            .map(found -> used.flatMap(table -> found.accounts()
                                    .get(table)
                                    .flatMap(data -> formats.format().readLookupTable(table, data).toOption())));
        }

        private static String why(LayoutProblem problem) {
            return problem instanceof LayoutProblem.MissingEntry(Address table, int index, var size)
                    ? "its lookup table " + table + " was not read, or has no entry " + index
                    : "it cannot be read: " + problem;
        }
    }

    /** Why nothing was found. */
    static String absence(Found found) {
        return found.isOffline() ? "its content is on the chain, which was not read" : "the chain has no content for it";
    }

    /** Bytes that are not understood need not be all of the content: they have no digest. */
    static Option<Bytes32> digest(SmartAccountProgram program, TransactionContent content) {
        return content instanceof TransactionContent.Opaque ? Option.none() : Option.some(program.fingerprint(content));
    }

    private static <A, B> Either<ChainFault, Array<B>> each(Array<A> all, Function<A, Either<ChainFault, B>> work) {
        return all.foldLeft(
                Either.<ChainFault, Array<B>>right(Array.empty()), (done, one) -> done.flatMap(known -> work.apply(one).map(known::append)));
    }
}
