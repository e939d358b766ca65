package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.domain.review.GiveawayWarning.Code;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.simulator.programs.SimulatedSystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import org.junit.jupiter.api.Test;

class PrepareGiveawaysTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address thief = fixture.key("thief");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final Instruction assign = SimulatedSystemProgram.assign(account, thief);
    private final Address tokens = fixture.key("tokens");
    private final Instruction approve = token("04ffffffffffffffff", tokens, thief, account);

    @Test
    void isBuiltOnlyIfEachGiveawayIsAcknowledged() {
        Array<GiveawayWarning> warnings = Array.of(
                new GiveawayWarning(Code.GIVES_AWAY_VAULT, 0, account), new GiveawayWarning(Code.APPROVES_DELEGATE, 1, tokens));

        assertEquals(new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warnings)), fixture.refusal(prepared(HashSet.empty())));
        assertEquals(new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warnings)), fixture.refusal(proposed(HashSet.empty())));
        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warnings.drop(1))),
                fixture.refusal(prepared(HashSet.of(Code.GIVES_AWAY_VAULT))));
        for (BuildRequest request : Array.of(
                prepared(HashSet.of(Code.GIVES_AWAY_VAULT, Code.APPROVES_DELEGATE)),
                proposed(HashSet.of(Code.values())))) {
            assertEquals(warnings, fixture.builds(request).warnings());
        }
    }

    @Test
    void warnsLaterVotersDespiteAnAcknowledgement() {
        fixture.lands(proposed(HashSet.of(Code.values())));
        Array<GiveawayWarning> warnings = Array.of(
                new GiveawayWarning(Code.GIVES_AWAY_VAULT, 0, account), new GiveawayWarning(Code.APPROVES_DELEGATE, 1, tokens));

        assertEquals(warnings, fixture.custody.transaction(account, 1).get().warnings());
        assertEquals(warnings, fixture.builds(votes(account, 1, Vote.APPROVE, ann)).warnings());
        assertEquals(Array.empty(), fixture.builds(votes(account, 1, Vote.REJECT, ann)).warnings());
        fixture.lands(votes(account, 1, Vote.APPROVE, ann));
        assertEquals(warnings, fixture.builds(execute(account, 1, ann)).warnings());
    }

    @Test
    void contentThatGivesNothingAwayHasNoWarnings() {
        Instruction closed = token("09", tokens, account, account);
        Instruction othersTokens = token("04ffffffffffffffff", tokens, thief, ann);

        assertEquals(Array.empty(), fixture.builds(prepare(HashSet.empty(), closed, othersTokens)).warnings());
    }

    private BuildRequest prepared(Set<Code> acknowledged) {
        return prepare(acknowledged, assign, approve);
    }

    private BuildRequest prepare(Set<Code> acknowledged, Instruction... instructions) {
        return new BuildRequest.Prepare(
                account,
                ClientTransactions.transaction(account, instructions),
                Array.of(ann),
                BuildOptions.DEFAULT.acknowledging(acknowledged));
    }

    private BuildRequest proposed(Set<Code> acknowledged) {
        return new BuildRequest.Propose(
                account,
                new Proposable.Transaction(ClientTransactions.transaction(account, assign, approve)),
                ann,
                BuildOptions.DEFAULT.acknowledging(acknowledged));
    }

    private static Instruction token(String data, Address one, Address two, Address authority) {
        return new Instruction(
                TokenProgram.TOKEN.id(),
                Array.of(AccountMeta.writable(one), AccountMeta.writable(two), AccountMeta.signer(authority)),
                Bytes.ofHex(data));
    }
}
