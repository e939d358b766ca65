package dev.mandate.engine.desk;

import static dev.mandate.engine.desk.Town.ACME;
import static dev.mandate.engine.desk.Town.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.HeldAccount;
import dev.mandate.ports.desk.JoinRefusal;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Accounts that others made become a tenant's: each once, and none whose joining was refused. */
class JoinTest {

    @RegisterExtension
    private final Town town = new Town();

    private final AccountRef one = standing();
    private final AccountRef other = standing();
    private final Desk desk = town.desk(ACME);

    @Test
    void anAccountJoinsOnceHoweverOftenItIsAsked() {
        assertEquals(Either.right(one), desk.join(one.settings(), town.named("key", 1)));
        assertEquals(Either.right(one), desk.join(one.settings(), town.named("key", 1)));
        assertEquals(Either.right(one), desk.join(one.settings(), town.named("other", 1)));
        assertEquals(Either.right(one), desk.join(one.settings(), new Retry.Unnamed()));

        assertEquals(Array.of(one), held());
    }

    @Test
    void aNameThatWasUsedForAnotherJoinsNothing() {
        assertTrue(desk.join(one.settings(), town.named("key", 1)).isRight());

        assertEquals(Either.left(new JoinRefusal.KeyReused()), desk.join(other.settings(), town.named("key", 2)));

        assertEquals(Array.of(one), held());
    }

    @Test
    void whoIsOvertakenUnderTheSameNameByAnotherJoinsNothing() {
        Desk overtaken = town.overtaken(Town.GENEROUS, () -> assertTrue(desk.join(one.settings(), town.named("key", 1)).isRight()));

        assertEquals(Either.left(new JoinRefusal.KeyReused()), overtaken.join(other.settings(), town.named("key", 2)));

        assertEquals(Array.of(one), held());
    }

    @Test
    void whoIsOvertakenByTheSameIsAnsweredAsItWas() {
        Desk overtaken = town.overtaken(Town.GENEROUS, () -> assertTrue(desk.join(one.settings(), town.named("key", 1)).isRight()));

        assertEquals(Either.right(one), overtaken.join(one.settings(), town.named("key", 1)));

        assertEquals(Array.of(one), held());
    }

    @Test
    void whoIsOvertakenUnderAnotherNameIsAnsweredUnderTheirOwnFromThenOn() {
        Desk overtaken = town.overtaken(Town.GENEROUS, () -> assertTrue(desk.join(one.settings(), town.named("first", 1)).isRight()));

        assertEquals(Either.right(one), overtaken.join(one.settings(), town.named("second", 1)));

        assertEquals(
                Either.left(new JoinRefusal.KeyReused()), desk.join(other.settings(), town.named("second", 2)));
    }

    private AccountRef standing() {
        Address account = town.account(RIVAL);
        return town.desk(RIVAL).custody().account(account).get().ref();
    }

    private Array<AccountRef> held() {
        return desk.accounts(Option.none(), 10).items().map(HeldAccount::ref).toArray();
    }
}
