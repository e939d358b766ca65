package dev.mandate.adapters.http.service;

import io.vavr.collection.Array;

/** An access log that keeps its entries. */
final class RecordedAccessLog implements AccessLog {

    private Array<Line> lines = Array.empty();
    private Array<String> faults = Array.empty();

    @Override
    public synchronized void answered(Line line) {
        lines = lines.append(line);
    }

    @Override
    public synchronized void failed(String requestId, Throwable fault) {
        faults = faults.append(requestId + " " + fault.getClass().getName());
    }

    synchronized Array<String> lines() {
        return lines.map(line -> "%s %s %d %s"
                .formatted(
                        line.method(),
                        line.route(),
                        line.status(),
                        line.caller().map(caller -> caller.tenant().name()).getOrElse("-")));
    }

    synchronized Array<String> faults() {
        return faults;
    }

    synchronized String everything() {
        return lines.mkString() + faults.mkString();
    }
}
