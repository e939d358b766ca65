package dev.mandate.app;

import dev.mandate.domain.explain.AddressName;
import dev.mandate.domain.explain.AddressNames;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.exposure.Exposures.DrainingSet;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import picocli.CommandLine.Help.Ansi;

/**
 * The theft of April 2026 in small: two of five signers approve what their tools cannot show, with durable nonces, and the account has no time lock.
 * Everything happens on a simulated chain.
 */
final class AttackReplay {

    private static final UnixTime START = new UnixTime(1_774_483_200);
    private static final long HELD_LAMPORTS = 285_000_000_000L;
    private static final long EIGHT_DAYS_SECONDS = 8 * 86_400;

    private static final Array<String> SIGNERS = Array.of("ann", "bob", "cem", "dee", "eli");

    private final StagedChain stage = new StagedChain(new SimulatedChain(START));
    private final Array<TestKey> signers = SIGNERS.map(stage::person);
    private final TestKey mallory = stage.person("mallory");
    private final CustodyEngine custody = CustodyEngine.builder()
            .network(Network.DEVNET)
            .chain(stage.chain())
            .formats(Solana.SQUADS_V4)
            .journal(new InMemoryJournal())
            .clock(() -> START)
            .waits(WaitPolicy.NONE)
            .build();

    /** What is printed, line by line. */
    Array<String> play(Ansi ansi) {
        AccountRef account = founded();
        ExplanationText text = new ExplanationText(ansi, names(account));
        Address nonceOfAnn = stage.nonce("nonce of ann", mallory);
        Address nonceOfBob = stage.nonce("nonce of bob", mallory);
        Array<String> lines = step(1, "An account of 2 of 5 signers without a time lock holds 285 SOL.").append(drainers(account));

        Instruction payment = SystemProgram.transfer(account.address(), mallory.address(), held(account));
        TransactionContent.VaultInstructions content =
                Solana.SQUADS_V4.program().store(account, 0, Array.of(payment), Array.empty()).get();
        Address ann = signers.get(0).address();
        Address bob = signers.get(1).address();
        stage.lands(stage.signed(
                nonceOfAnn,
                mallory,
                Array.of(mallory, signers.get(0)),
                encoded(account, new Operation.CreateTransaction(ann, ann, 1, content, Option.none())),
                encoded(account, new Operation.CreateProposal(ann, ann, 1)),
                encoded(account, new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none()))));
        lines = lines.appendAll(step(2, "Ann has signed a routine proposal for Mallory. The chain keeps what it would do."))
                .append("  with the key of Bob alone can be executed: transaction " + completable(account, bob).mkString(", "));

        Bytes approval = stage.signed(
                nonceOfBob,
                mallory,
                Array.of(mallory, signers.get(1)),
                encoded(account, new Operation.CastVote(bob, 1, Vote.APPROVE, Option.none())),
                encoded(account, new Operation.ExecuteInstructions(bob, 1, content, Array.empty())));
        lines = lines.appendAll(step(3, "Mallory asks Bob for his approval. The bytes alone do not say of what."))
                .appendAll(text.brief(TransactionExplainer.offline(Network.DEVNET, Solana.SQUADS_V4).explain(approval).get()))
                .appendAll(step(4, "The same bytes with what the chain has stored. Here Bob should stop."))
                .appendAll(text.brief(custody.explain(approval).get()));

        stage.chain().advance(EIGHT_DAYS_SECONDS);
        stage.lands(approval);
        return lines.appendAll(step(5, "Bob signs. Eight days later Mallory sends it: the nonce has kept the signature good."))
                .append("  the account has " + sol(held(account)) + ", Mallory has " + sol(stage.lamports(mallory.address())))
                .append("")
                .append("What would have helped: a time lock, in which the others cancel what was approved; and a look at what an approval approves.");
    }

    private AccountRef founded() {
        AccountRef account = stage.founded(custody, 2, signers);
        stage.chain().fund(account.address(), BaseUnits.of(HELD_LAMPORTS));
        return account;
    }

    private static Instruction encoded(AccountRef account, Operation operation) {
        return Solana.SQUADS_V4.program().encode(account, operation);
    }

    private BaseUnits held(AccountRef account) {
        return stage.lamports(account.address());
    }

    private static Array<String> step(int number, String text) {
        return Array.of("", number + "  " + text, "");
    }

    /** Who could take everything now. */
    private String drainers(AccountRef account) {
        Array<DrainingSet> sets = custody.exposures(account.address()).get().drainingSets().get();
        int fewest = sets.map(set -> set.keys().length()).min().get();
        return "  who can take everything: " + sets.count(set -> set.keys().length() == fewest) + " sets of " + fewest
                + (fewest == 1 ? " key" : " keys") + ", each after " + sets.head().at().secondsSince(stage.now()) + " seconds";
    }

    private Array<Long> completable(AccountRef account, Address key) {
        return custody.exposures(account.address()).get().of(HashSet.of(key), stage.now()).completable();
    }

    private AddressNames names(AccountRef account) {
        return AddressNames.of(signers.append(mallory)
                .zip(SIGNERS.append("mallory"))
                .map(named -> new AddressName(named._1.address(), named._2))
                .append(new AddressName(account.address(), "the vault"))
                .append(new AddressName(account.settings().address(), "the account")));
    }

    private static String sol(BaseUnits lamports) {
        return WireObjects.decimal(lamports, Token.Sol.DECIMALS) + " SOL";
    }
}
