package dev.mandate.engine.review;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.review.RecordedLimit;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.content.ContentTree;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.program.LimitPayment;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** Finds the limits that a transaction makes or uses, by itself or by content within, and that the engine has recorded. */
final class RecordedLimits {

    private final Chain chain;
    private final SmartAccountProgram program;
    private final Function<Address, Option<EngineLimit>> records;

    RecordedLimits(Chain chain, SmartAccountProgram program, Function<Address, Option<EngineLimit>> records) {
        this.chain = chain;
        this.program = program;
        this.records = records;
    }

    /**
     * What is used is read from the chain now, and is none if it is not there. What is made is compared wherever it would be made.
     *
     * @param known accounts that were read for this decision already
     */
    Either<BuildRefusal, Array<RecordedLimit>> in(ContentTree tree, Map<AccountQuery, FoundAccount> known) {
        Array<Instruction> instructions = instructions(tree);
        Array<RecordedLimit> made = actions(tree)
                .appendAll(instructions.flatMap(program::adminInstruction).flatMap(change ->
                        change.command() instanceof Command.ChangeAsAdmin(var by, var action) ? Option.some(action) : Option.none()))
                .flatMap(action -> action instanceof SettingsAction.AddSpendingLimit(var limit, var terms)
                        ? records.apply(limit).map(recorded -> new RecordedLimit(recorded, terms))
                        : Option.none());
        return used(instructions, known).map(made::appendAll);
    }

    private Either<BuildRefusal, Array<RecordedLimit>> used(Array<Instruction> instructions, Map<AccountQuery, FoundAccount> known) {
        Array<Tuple2<Instruction, EngineLimit>> used = instructions.flatMap(instruction ->
                program.limitPayment(instruction).map(LimitPayment::limit).flatMap(records).map(recorded -> Tuple.of(instruction, recorded)));
        Array<AccountQuery> unread = used.map(one -> program.query(one._2.subject().limit())).reject(known::containsKey).distinct();
        Either<ChainFault, Map<AccountQuery, FoundAccount>> read =
                unread.isEmpty() ? Either.right(known) : chain.accounts(unread).map(found -> known.merge(found.accounts()));
        return read.bimap(BuildRefusal.ChainSilent::new, found -> used.flatMap(one -> found.get(program.query(one._2.subject().limit()))
                        .get()
                        .owned()
                        .flatMap(account -> program.settingsOf(one._1).flatMap(settings -> program.readLimit(
                                        program.accountOf(settings), one._2.subject().limit(), account)
                                .toOption()))
                        .map(limit -> new RecordedLimit(one._2, limit.terms()))));
    }

    private static Array<Instruction> instructions(ContentTree tree) {
        return tree.instructions()
                .appendAll(tree.contents().flatMap(within -> within.read().map(RecordedLimits::instructions).getOrElse(Array::empty)));
    }

    private static Array<SettingsAction> actions(ContentTree tree) {
        return tree.contents().flatMap(within -> (within.content() instanceof TransactionContent.SettingsChange(var actions)
                        ? Array.ofAll(actions)
                        : Array.<SettingsAction>empty())
                .appendAll(within.read().map(RecordedLimits::actions).getOrElse(Array::empty)));
    }
}
