package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.NamedSigners;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** The deployed program takes further signer accounts after those of a vote. */
class NamedSignersOnSvmTest extends EngineOnSvmFixture {

    private final Custody custody = EngineFixture.engine(chain, new InMemoryJournal());
    private final BuildOptions options = BuildOptions.DEFAULT.paidBy(payer.address()).signedBy(NamedSigners.ALL_SIGN);

    private Array<Address> people(int number) {
        return voters.take(number).map(TestKey::address);
    }

    private void landsAtOnce(BuildRequest request, int signers) {
        assertEquals(signers, custody.build(request).get().single().unsigned().signers().length());
        assertEquals(Array.of(Kind.ALL), landed(custody, request));
    }

    @Test
    void aTransferAndAChangeOfSettingsSignedByMoreThanNeeded() {
        Address account = account(custody, 2, 4);

        landsAtOnce(
                new BuildRequest.Prepare(account, ClientTransactions.transfer(account, shop, SOL), people(4), options), 5);
        landsAtOnce(
                new BuildRequest.ChangeSettings(
                        account,
                        Array.of(new SettingsEdit.SetRentCollector(Option.some(shop))),
                        new Authority.Vote(people(3)),
                        LeaversLimits.REFUSE,
                        options),
                4);
        assertEquals(SOL, lamports(shop));
    }

    @Test
    void eachKindOfVoteSignedByMoreThanNeeded() {
        Address account = account(custody, 2, 4);
        for (long index = 1; index <= 3; index++) {
            assertEquals(Array.of(Kind.ALL), landed(custody, new BuildRequest.Propose(
                    account,
                    new Proposable.Transaction(ClientTransactions.transfer(account, shop, SOL)),
                    people(1).head(),
                    BuildOptions.DEFAULT.paidBy(payer.address()))));
        }

        landsAtOnce(new BuildRequest.CastVotes(account, 1, Vote.REJECT, people(4), options), 5);
        landsAtOnce(new BuildRequest.CastVotes(account, 2, Vote.APPROVE, people(4), options), 5);
        landsAtOnce(new BuildRequest.CastVotes(account, 2, Vote.CANCEL, people(4), options), 5);
    }
}
