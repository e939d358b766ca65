package dev.mandate.engine.plan;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NewStorage;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * The decided content of a plan, before it is compiled into transactions.
 *
 * @param read the accounts that were read for the operations
 * @param payer pays fee and rent
 * @param simulation the operations with the result of their simulation
 */
public record Draft(
        AccountRef account,
        AccountsSnapshot read,
        Address payer,
        RuleSimulation simulation,
        BuildOptions options,
        Phase phase,
        Additions additions,
        Subject subject) {

    /**
     * Parts of the transaction beside the operations.
     *
     * @param budget what the caller's own transaction asks for; the budget of the options replaces it
     * @param leading instructions right before the operations
     * @param room accounts that the leading instructions create
     * @param tables lookup tables that may shorten the transaction
     */
    public record Additions(
            ContentBudget budget,
            Array<Instruction> leading,
            Array<NewStorage> room,
            Array<LookupTable> tables) {

        public static final Additions NONE = leading(Array.empty(), Array.empty());

        public static Additions leading(Array<Instruction> instructions, Array<NewStorage> room) {
            return new Additions(ContentBudget.NONE, instructions, room, Array.empty());
        }

        public static Additions of(Array<LookupTable> tables) {
            return new Additions(ContentBudget.NONE, Array.empty(), Array.empty(), tables);
        }

        public Additions with(ContentBudget other) {
            return new Additions(other, leading, room, tables);
        }
    }

    /**
     * The subject of the plan.
     *
     * @param index number of the account's transaction
     * @param limit address of the spending limit that it creates
     */
    public record Subject(Option<Long> index, Option<Address> limit) {

        public static final Subject ACCOUNT = new Subject(Option.none(), Option.none());

        public static Subject transaction(long index) {
            return new Subject(Option.some(index), Option.none());
        }

        public Subject making(Address newLimit) {
            return new Subject(index, Option.some(newLimit));
        }
    }

    public static Draft of(LoadedAccount loaded, Address payer, RuleSimulation simulation, BuildOptions options, Phase phase) {
        return new Draft(
                loaded.ref(),
                loaded.read(),
                payer,
                simulation,
                options,
                phase,
                Additions.NONE,
                Subject.ACCOUNT);
    }

    /** Bytes of data that accounts have before the operations. */
    public Map<Address, Integer> lengths() {
        return read.owned().mapValues(data -> data.data().length());
    }

    /** The account's settings before the operations. */
    public Settings settings() {
        return simulation.acts().headOption().map(RuleSimulation.Act::before).getOrElse(() -> simulation.after().settings());
    }

    public Draft with(Additions others) {
        return new Draft(account, read, payer, simulation, options, phase, others, subject);
    }

    /** The same that lives by a recent blockhash. */
    public Draft withoutNonce() {
        return new Draft(account, read, payer, simulation, options.withoutNonce(), phase, additions, subject);
    }

    public Draft about(Subject other) {
        return new Draft(account, read, payer, simulation, options, phase, additions, other);
    }

    public Draft about(long index) {
        return about(Subject.transaction(index));
    }
}
