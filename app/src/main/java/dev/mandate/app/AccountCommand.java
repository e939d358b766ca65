package dev.mandate.app;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.accounts.AccountFreeze;
import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mandate account}: freezes and thaws an account. The server may run meanwhile. */
@Command(
        name = "account",
        description = "Freezes an account, or ends that.",
        footer = {"", "All of this works beside a running server, which sees it within a second."},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class AccountCommand implements Runnable {

    private static final SmartAccountProgram PROGRAM = Solana.SQUADS_V4.program();
    private static final Array<Network> NETWORKS = Array.of(Network.MAINNET, Network.DEVNET, Network.TESTNET);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Called without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: freeze, frozen or thaw");
    }

    /** The account. */
    static final class AccountOptions {

        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec = CommandSpec.create();

        @Parameters(paramLabel = "ADDRESS", description = "The account's address.")
        private String address = "";

        @CommandLine.Option(names = "--network", paramLabel = "NETWORK", required = true, description = "Its network: mainnet, devnet or testnet.")
        private String network = "";

        private Address account() {
            return Address.parse(address).getOrElseThrow(problem -> wrong("ADDRESS is no address: " + address));
        }

        private Network network() {
            return NETWORKS.find(known -> known.name().equals(network)).getOrElseThrow(() -> wrong("--network is mainnet, devnet or testnet"));
        }

        private ParameterException wrong(String why) {
            return new ParameterException(spec.commandLine(), why);
        }
    }

    @Command(
            name = "freeze",
            description = {
                "From now on the server builds, signs and sends nothing for the account, whichever tenant asks. What was accepted before stays pending.",
                "Reads and events go on. What its owners do elsewhere can't be stopped."
            },
            mixinStandardHelpOptions = true)
    int freeze(
            @Mixin StoreOptions store,
            @Mixin AccountOptions account,
            @Mixin OperatorOption operator,
            @CommandLine.Option(
                            names = "--why",
                            paramLabel = "TEXT",
                            required = true,
                            description = "The reason, which the tenants are told: at most " + AccountFreezes.MAX_REASON + " characters.")
                    String why,
            @CommandLine.Option(names = "--unknown", description = "Also an address that no tenant on the network has as an account.")
                    boolean unknown) {
        Address given = account.account();
        Network network = account.network();
        OperatorName by = operator.name();
        if (why.isBlank() || why.length() > AccountFreezes.MAX_REASON || why.chars().anyMatch(Character::isISOControl)) {
            throw account.wrong("--why is 1 to " + AccountFreezes.MAX_REASON + " characters");
        }
        return OperatorJournal.with(store, err(), opened -> {
            Option<Address> found = known(opened, network, given);
            if (found.isEmpty() && !unknown) {
                err().println("Nothing is frozen: no tenant has the account " + given + " on " + network + elsewhere(opened, given)
                        + ". With --unknown the address is frozen all the same.");
                return 1;
            }
            Address address = found.getOrElse(given);
            if (!address.equals(given)) {
                out().println(given + " belongs to the account " + address + ".");
            }
            var unused = new AccountFreezes(opened.journal(), OperatorJournal.CLOCK, network)
                    .freeze(address, by, why, Option.none())
                    .peek(decided -> {
                        out().println(address + " is frozen on " + network
                                + ": nothing is built, signed or sent for it. A running server sees this within a second.");
                        told(decided.tenants());
                    })
                    .peekLeft(unchanged -> unchanged.present().forEach(since -> out().println(
                            address + " is frozen on " + network + " already, since " + since.since() + " by " + since.by() + why(since))));
            out().println("What was sent before may still land. What its owners do elsewhere can't be stopped: with their own keys they act through any client.");
            return 0;
        });
    }

    @Command(name = "thaw", description = "Ends a freeze. What waits is sent, if it can still land.", mixinStandardHelpOptions = true)
    int thaw(@Mixin StoreOptions store, @Mixin AccountOptions account, @Mixin OperatorOption operator) {
        Address address = account.account();
        Network network = account.network();
        OperatorName by = operator.name();
        return OperatorJournal.with(store, err(), opened -> {
            var unused = new AccountFreezes(opened.journal(), OperatorJournal.CLOCK, network)
                    .thaw(address, by, Option.none())
                    .peek(decided -> {
                        out().println(address + " is not frozen on " + network + " any more. A running server sees this within a second.");
                        told(decided.tenants());
                    })
                    .peekLeft(unchanged -> out().println(address + " is not frozen on " + network + "."));
            return 0;
        });
    }

    @Command(name = "frozen", description = "Lists the accounts that are frozen.", mixinStandardHelpOptions = true)
    int frozen(@Mixin StoreOptions store) {
        return OperatorJournal.with(store, err(), opened -> {
            Array<Array<String>> rows = NETWORKS.flatMap(network -> new AccountFreezes(opened.journal(), OperatorJournal.CLOCK, network)
                    .all()
                    .map(held -> Array.of(
                            held._1.toString(), network.name(), held._2.since().toString(), held._2.by().toString(), held._2.why().getOrElse("-"))));
            if (rows.isEmpty()) {
                out().println("No account is frozen.");
            } else {
                TextTable.print(out(), rows.prepend(Array.of("account", "network", "since", "by", "why")));
            }
            return 0;
        });
    }

    /** The account that tenants have on a network whose vault or settings are at {@code given}. */
    private static Option<Address> known(OperatorJournal opened, Network network, Address given) {
        Array<AccountRef> accounts = TenantAccounts.ofAllTenants(opened.journal(), OperatorJournal.CLOCK, network)
                .map(held -> held._2.ref());
        return accounts.find(ref -> ref.address().equals(given))
                .orElse(() -> accounts.find(ref -> PROGRAM.isOwn(ref, given)))
                .map(AccountRef::address);
    }

    private static String elsewhere(OperatorJournal opened, Address given) {
        Array<Network> others = NETWORKS.filter(network -> known(opened, network, given).isDefined());
        return others.isEmpty() ? "" : ". It is an account on " + others.mkString(" and ");
    }

    private static String why(AccountFreeze freeze) {
        return freeze.why().map(why -> ": " + why).getOrElse("");
    }

    private void told(Array<Tenant> tenants) {
        out().println(tenants.isEmpty()
                ? "No tenant has the account. The freeze also holds for one that imports it later."
                : "Told as an event: " + tenants.mkString(", ") + ".");
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
