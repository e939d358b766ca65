package dev.mandate.engine.content;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.content.ContentTree.Within;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Reads the content that instructions record, approve or execute, with its lookup tables and buffers, and the content within that. Content
 * on the chain never changes, nor do the entries of a lookup table. A buffer can change.
 */
public final class ContentReader {

    /** The maximum of contents read for one transaction. Executed content may itself execute other content. */
    private static final int MOST_CONTENTS = 16;

    private final Chain chain;
    private final SmartAccountProgram program;
    private final TransactionFormat format;

    public ContentReader(Chain chain, SmartAccountProgram program, TransactionFormat format) {
        this.chain = chain;
        this.program = program;
        this.format = format;
    }

    /** The instructions of a transaction. Executing what does not exist fails, so it names no content. */
    public Either<ChainFault, ContentTree> ofTransaction(Array<Instruction> instructions) {
        return ofTransaction(instructions, HashMap.empty());
    }

    /** The same, with accounts that were read for this decision already. */
    public Either<ChainFault, ContentTree> ofTransaction(Array<Instruction> instructions, Map<AccountQuery, FoundAccount> known) {
        return new Reading(known).tree(instructions, false);
    }

    /** Instructions that a vault signs. What they execute must exist: later it could be anything. */
    public Either<ChainFault, ContentTree> ofVault(Array<Instruction> instructions) {
        return new Reading(HashMap.empty()).tree(instructions, true);
    }

    private Array<Address> tables(TransactionContent content) {
        return content.vaultInstructions().toArray().flatMap(instructions ->
                program.tablesOf(instructions).getOrElse(Array.empty()));
    }

    private Option<LookupTable> table(Tuple2<Address, AccountData> found) {
        return format.readLookupTable(found._1, found._2).toOption();
    }

    /** One pass. Contents may name the same address, of which only one will stand there. */
    private final class Reading {

        private final Map<AccountQuery, FoundAccount> known;
        private Set<Tuple2<AccountRef, TransactionContent>> seen = HashSet.empty();
        private Map<Address, AccountData> read = HashMap.empty();

        Reading(Map<AccountQuery, FoundAccount> known) {
            this.known = known;
        }

        private Either<ChainFault, Map<Address, AccountData>> accounts(Array<AccountQuery> queries) {
            Array<AccountQuery> unknown = queries.reject(known::containsKey);
            Map<Address, AccountData> before = queries.toMap(query -> Tuple.of(query.address(), known.get(query)))
                    .flatMap((address, found) -> found.flatMap(FoundAccount::owned).map(account -> Tuple.of(address, account)));
            Either<ChainFault, Map<Address, AccountData>> all =
                    unknown.isEmpty() ? Either.right(before) : chain.accounts(unknown).map(found -> found.owned().merge(before));
            return all.peek(found -> read = read.merge(found));
        }

        Either<ChainFault, ContentTree> tree(Array<Instruction> instructions, boolean ofVault) {
            Array<Tuple2<LifeCycleInstruction, Integer>> numbered = instructions
                    .zipWithIndex()
                    .flatMap(one -> program.lifeCycle(one._1).map(step -> Tuple.of(step, one._2)));
            Array<LifeCycleInstruction> steps = numbered.map(Tuple2::_1);
            return accounts(ContentSteps.addresses(program, steps).map(program::query))
                    .map(found -> new ContentSteps(program, numbered, found))
                    .flatMap(found -> contents(found, ofVault).map(within -> new ContentTree(instructions, found, within, read)));
        }

        private Either<ChainFault, Array<Within>> contents(ContentSteps steps, boolean ofVault) {
            Either<ChainFault, Array<Within>> contents = Either.right(Array.empty());
            for (Tuple2<LifeCycleInstruction, Integer> step : steps.numbered()) {
                contents = contents.flatMap(known -> within(steps, step._1, step._2, ofVault).map(known::appendAll));
            }
            return contents;
        }

        private Either<ChainFault, Option<Within>> within(
                ContentSteps steps, LifeCycleInstruction step, int instruction, boolean ofVault) {
            AccountRef account = program.accountOf(step.settings());
            for (Address transaction : steps.described(step)) {
                Option<TransactionContent> content = steps.content(account, transaction)
                        .orElse(() -> Option.when(
                                ofVault && step instanceof LifeCycleInstruction.Execute,
                                () -> new TransactionContent.Opaque("it does not exist yet, and is executed", Bytes.EMPTY)));
                for (TransactionContent named : content.filter(one -> isNew(account, one))) {
                    return read(named).map(read -> Option.some(new Within(instruction, account, transaction, named, read)));
                }
            }
            return Either.right(Option.none());
        }

        private boolean isNew(AccountRef account, TransactionContent content) {
            boolean known = seen.contains(Tuple.of(account, content));
            seen = seen.add(Tuple.of(account, content));
            return !known;
        }

        private Either<ChainFault, Either<String, ContentTree>> read(TransactionContent content) {
            if (seen.length() > MOST_CONTENTS) {
                return Either.right(Either.left("more transactions within one another than are looked into"));
            }
            return accounts(tables(content).map(format::lookupTableQuery))
                    .map(found -> found.toArray().flatMap(ContentReader.this::table))
                    .flatMap(tables -> opaque(content, tables)
                            .<Either<ChainFault, Either<String, ContentTree>>>map(why -> Either.right(Either.left(why)))
                            .getOrElse(() -> tree(OpaqueContent.said(program, content, tables), true).map(Either::right)));
        }

        private Option<String> opaque(TransactionContent content, Array<LookupTable> tables) {
            return OpaqueContent.why(program, content, tables)
                    .orElse(() -> OpaqueContent.said(program, content, tables)
                            .flatMap(format::advancedNonce)
                            .headOption()
                            .map(nonce -> "it advances the durable nonce " + nonce));
        }
    }
}
