package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** What is not divided, and is refused where one transaction does not hold it. */
class WhatStaysWholeTest extends SeveralTransactions {


    @Test
    void isWhatANonceCarries() {
        Address nonce = scene.ledger.nonce(scene.key("nonce"), ann);

        assertEquals(
                new BuildRefusal.NonceCarriesOne(nonce),
                scene.refusal(new BuildRequest.Prepare(
                        account,
                        memo(account, 1_049),
                        Array.of(ann, bob),
                        BuildOptions.DEFAULT.withNonce(nonce))));
    }

    @Test
    void isWhatTheAdminChangesAtOnce() {
        Address admin = scene.person("admin");
        Address held = scene.account(Founding.of(1, ann).administeredBy(admin));

        assertInstanceOf(
                BuildRefusal.DoesNotFit.class,
                scene.refusal(Scene.change(held, Scene.byAdmin(), new SettingsEdit.AddSigners(newSigners()))));
    }

    @Test
    void isAChangeOfSettingsThatNoBufferGathers() {
        assertInstanceOf(
                BuildRefusal.DoesNotFit.class,
                scene.refusal(Scene.change(
                        account, Scene.byVoteOf(ann, bob), new SettingsEdit.AddSigners(newSigners()))));
    }

    @Test
    void isNotToldToDoWithoutANonceWhereThatWouldNotDo() {
        Address nonce = scene.ledger.nonce(scene.key("nonce"), ann);

        assertInstanceOf(
                BuildRefusal.DoesNotFit.class,
                scene.refusal(new BuildRequest.ChangeSettings(
                        account,
                        Array.of(new SettingsEdit.AddSigners(newSigners())),
                        Scene.byVoteOf(ann, bob),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT.withNonce(nonce))));
    }

    private Array<Signer> newSigners() {
        return Array.rangeClosed(1, 40).map(i -> Founding.allowedAll(scene.key("new " + i)));
    }
}
