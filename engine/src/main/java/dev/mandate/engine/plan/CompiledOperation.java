package dev.mandate.engine.plan;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * An operation with its instruction.
 *
 * @param room accounts that it creates or enlarges
 */
record CompiledOperation(Operation operation, Instruction instruction, Array<PaidStorage> room) {

    /** The operations of {@code draft}, in their order. */
    static Array<CompiledOperation> of(SmartAccountProgram program, Draft draft) {
        Settings outcome = draft.simulation().after().settings();
        Map<Address, Integer> lengths = draft.lengths();
        Array<CompiledOperation> items = Array.empty();
        for (RuleSimulation.Act act : draft.simulation().acts()) {
            Operation operation = act.operation();
            Address payer = operation instanceof Operation.CastVote vote ? vote.by() : draft.payer();
            Array<PaidStorage> taken = Array.empty();
            for (NewStorage room : program.roomFor(draft.account(), operation, act.before(), act.after(), lengths)) {
                taken = taken.append(new PaidStorage(room, payer, returnsTo(room.kind(), outcome)));
                lengths = lengths.put(room.account(), room.lengthAfter());
            }
            items = items.append(new CompiledOperation(operation, program.encode(draft.account(), operation), taken));
        }
        return items;
    }

    /** Another operation that creates the same accounts. */
    CompiledOperation as(SmartAccountProgram program, Draft draft, Operation other) {
        return new CompiledOperation(other, program.encode(draft.account(), other), room);
    }

    /** Who receives the rent. That of a transaction is returned only if there is a rent collector. */
    private static Option<Address> returnsTo(NewStorage.Kind kind, Settings settings) {
        return switch (kind) {
            case TRANSACTION, PROPOSAL -> settings.rentCollector();
            case SETTINGS, SPENDING_LIMIT, TOKEN_ACCOUNT, TRANSACTION_BUFFER, LOOKUP_TABLE, NONCE_ACCOUNT -> Option.none();
        };
    }
}
