package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.testkit.journal.InMemoryJournal;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

/** Accounts that other clients made. */
class RegisteringTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address account = scene.account(Founding.of(1, ann));
    private final AccountRef ref = scene.custody.account(account).get().ref();
    private final Custody newcomer = Scene.engine(scene.chain(), new InMemoryJournal());

    @Test
    void anAccountIsUnknownBefore() {
        assertEquals(Either.left(new BuildRefusal.UnknownAccount(account)), newcomer.account(account));
        assertEquals(
                Either.left(new BuildRefusal.UnknownAccount(account)),
                newcomer.build(Scene.change(
                        account, Scene.byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(1)))));
    }

    @Test
    void anAccountIsFoundByItsSettings() {
        assertEquals(Either.right(ref), newcomer.register(ref.settings()));
        assertEquals(scene.custody.account(account), newcomer.account(account));
    }

    @Test
    void anAccountIsBuiltForAfterwards() {
        assertEquals(Either.right(ref), newcomer.register(ref.settings()));

        scene.land(newcomer.build(Scene.change(
                        account, Scene.byVoteOf(ann), new SettingsEdit.SetTimeLock(new TimeLock(1))))
                .get());

        assertEquals(new TimeLock(1), scene.settings(account).timeLock());
    }

    @Test
    void onceMoreDoesNoHarm() {
        assertEquals(newcomer.register(ref.settings()), newcomer.register(ref.settings()));
    }

    @Test
    void whatIsNotThereIsNotRegistered() {
        Address nowhere = scene.key("nowhere");

        assertEquals(Either.left(new BuildRefusal.NotOnChain(nowhere)), newcomer.register(nowhere));
    }

    @Test
    void whatIsNoSettingsAccountIsNotRegistered() {
        assertInstanceOf(
                BuildRefusal.UnexpectedAccount.class, newcomer.register(ann).getLeft());
        assertEquals(Either.left(new BuildRefusal.UnknownAccount(account)), newcomer.account(account));
    }
}
