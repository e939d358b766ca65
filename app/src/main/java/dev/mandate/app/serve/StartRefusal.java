package dev.mandate.app.serve;

import picocli.CommandLine;

/** Why a server does not start, in one line, and with which exit code. */
record StartRefusal(int exitCode, String text) {

    /** The same settings will be refused again: the unit of {@code mandate.service} does not start it again. */
    static StartRefusal ofSettings(String text) {
        return new StartRefusal(CommandLine.ExitCode.USAGE, text);
    }

    /** It may pass without a change of the settings. */
    static StartRefusal ofNow(String text) {
        return new StartRefusal(CommandLine.ExitCode.SOFTWARE, text);
    }
}
