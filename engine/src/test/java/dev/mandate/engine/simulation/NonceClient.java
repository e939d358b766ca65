package dev.mandate.engine.simulation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.NonceRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable nonces of the account, one after another: each is allowed and withdrawn once, but the last one, which is kept. What is signed and not
 * submitted when its nonce is withdrawn is given up, and others find it.
 */
final class NonceClient {

    private static final int NONCES = 3;
    private static final long LAMPORTS = 1_000_000_000;
    private static final Array<Address> ACCOUNTS = Array.range(0, NONCES).map(number -> TestKey.of("simulation/nonce " + number).address());

    private final World world;
    private final Clients clients;
    private int present;
    private boolean isAllowed;
    /** Asked for, and not answered. */
    private boolean isWithdrawing;
    private boolean isBusy;
    private int intents;
    private final List<Bytes> givenUp = new ArrayList<>();

    NonceClient(World world, Clients clients) {
        this.world = world;
        this.clients = clients;
        ACCOUNTS.forEach(nonce -> world.put(
                nonce,
                new AccountData(
                        BaseUnits.of(LAMPORTS),
                        SystemProgram.ID,
                        new NonceAccount(
                                        NonceAccount.Version.CURRENT,
                                        world.signer(),
                                        new Blockhash(Bytes32.of(nonce.toArray())),
                                        BaseUnits.of(5_000))
                                .encode(),
                        false)));
    }

    /** The present nonce, if the account is known to allow it. One request at a time changes what is allowed. */
    Option<Address> allowed(TenantService service) {
        if (isWithdrawing) {
            withdraw(service);
        }
        if (!isAllowed && !isWithdrawing && !isBusy) {
            isBusy = true;
            try {
                isAllowed = service.nonces()
                        .allow(world.account(), ACCOUNTS.get(present), clients.limits().intent(terms("nonce_account_allow")), retry())
                        .isRight();
            } finally {
                isBusy = false;
            }
        }
        return Option.when(isAllowed, () -> ACCOUNTS.get(present));
    }

    static boolean isIn(Bytes transaction) {
        return ACCOUNTS.exists(nonce -> transaction.contains(Bytes.of(nonce.toArray())));
    }

    private IntentTerms terms(String action) {
        return IntentTerms.of(action).with("nonce_account", ACCOUNTS.get(present).toString());
    }

    private Retry retry() {
        return new Retry.Named(new RequestKey("client", "nonce-" + ++intents), Bytes32.of(new byte[32]), World.FAR);
    }

    /** Withdraws the present nonce; or somebody submits what was given up. */
    void withdraws(TenantService service) {
        if (givenUp.isEmpty() || (world.draw() && present < NONCES - 1)) {
            withdraw(service);
        } else {
            submitsGivenUp(service);
        }
    }

    private void withdraw(TenantService service) {
        if (isBusy || !isAllowed || present == NONCES - 1) {
            return;
        }
        isBusy = true;
        isWithdrawing = true;
        Either<NonceRefusal, Address> answer;
        try {
            answer = service.nonces()
                    .withdraw(world.account(), ACCOUNTS.get(present), clients.limits().intent(terms("nonce_account_withdraw")), retry());
        } finally {
            isBusy = false;
        }
        if (answer.isRight() || answer.getLeft() instanceof NonceRefusal.NotAllowed) {
            isWithdrawing = false;
            present++;
            isAllowed = false;
            clients.payments().filter(payment -> payment.way() == Payment.Way.DURABLE_NONCE).flatMap(Payment::giveUp).forEach(givenUp::add);
        }
    }

    /** A journal that has lost commits may have lost that a nonce was allowed or withdrawn. */
    void restored() {
        isAllowed = false;
        isWithdrawing = false;
        givenUp.clear();
    }

    /** Nothing that was given up lands: its payments, which are made anew, would be paid twice. */
    void submitsGivenUp(TenantService service) {
        for (Bytes transaction : Array.ofAll(givenUp)) {
            if (service.submit(world.account(), transaction, Array.empty(), new Retry.Unnamed()).isRight()) {
                world.violation("nonce: a transaction is taken whose nonce was withdrawn before it was submitted");
            }
        }
    }
}
