package encore.command.reports;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.reports.ReportCommand.AddReport;
import encore.kernel.reports.ReportCommand.ChangeReport;
import encore.kernel.reports.ReportCommand.NoteReportRead;
import encore.kernel.reports.ReportCommand.RemoveReport;
import encore.kernel.reports.ReportEvent.ReportAdded;
import encore.kernel.reports.ReportEvent.ReportChanged;
import encore.kernel.reports.ReportEvent.ReportRead;
import encore.kernel.reports.ReportEvent.ReportRemoved;
import encore.kernel.reports.ReportId;
import encore.kernel.reports.ReportUid;
import encore.kernel.reports.ReportWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A report. Its type and its subject never change. */
@Aggregate
class ManagedReport {

    /** The shortest time between two reads that are recorded. */
    private static final Duration READ_INTERVAL = Duration.ofMinutes(1);

    @AggregateIdentifier
    private @Nullable ReportId id;

    private String reportName = "";
    private ReportWindow window = ReportWindow.ofLastDays(1);
    private @Nullable Instant lastRead;

    ManagedReport() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    ReportUid decide(AddReport command, Streams streams) {
        if (id != null) {
            throw new Refusal(CONFLICT, "report-uid-taken", "Another report has this uid; try again.");
        }
        aNameIsGiven(null, command.reportName());
        theWindowIsWhole(command.window());
        SubjectRules.check(command.report().account(), command.reportType(), command.subject(), streams);
        apply(new ReportAdded(
                command.report(), command.reportType(), command.reportName(), command.window(), command.subject()));
        return new ReportUid(command.report().uid());
    }

    @CommandHandler
    ReportUid decide(ChangeReport command) {
        String name = command.reportName() == null ? reportName : command.reportName();
        ReportWindow days = command.window() == null ? window : command.window();
        aNameIsGiven(reportName, name);
        theWindowIsWhole(days);
        if (!name.equals(reportName) || !days.equals(window)) {
            apply(new ReportChanged(command.report(), name, days));
        }
        return new ReportUid(command.report().uid());
    }

    @CommandHandler
    ReportUid decide(RemoveReport command) {
        apply(new ReportRemoved(command.report()));
        return new ReportUid(command.report().uid());
    }

    @CommandHandler
    ReportUid decide(NoteReportRead command) {
        if (lastRead == null || !command.at().isBefore(lastRead.plus(READ_INTERVAL))) {
            apply(new ReportRead(command.report(), command.at()));
        }
        return new ReportUid(command.report().uid());
    }

    private static void aNameIsGiven(@Nullable String before, String after) {
        if (Blanks.isMissing(before, after)) {
            throw new Refusal(RULE, "report-name-missing", "report_name", "A report has a name.");
        }
    }

    private static void theWindowIsWhole(ReportWindow window) {
        LocalDate start = window.startDate();
        LocalDate end = window.endDate();
        if (window.lastDays() != null) {
            if (start != null || end != null) {
                throw windowRefusal("last_days", "A report has fixed days or its last days, not both.");
            }
            if (window.lastDays() < 1 || window.lastDays() > ReportWindow.MAX_DAYS) {
                throw windowRefusal("last_days", "A report has 1 to " + ReportWindow.MAX_DAYS + " days.");
            }
            return;
        }
        if (start == null) {
            throw windowRefusal("start_date", "A report needs start_date and end_date, or last_days.");
        }
        if (end == null || end.isBefore(start)) {
            throw windowRefusal("end_date", "A report needs an end_date that is not before its start_date.");
        }
        if (ChronoUnit.DAYS.between(start, end) >= ReportWindow.MAX_DAYS) {
            throw windowRefusal("end_date", "A report has at most " + ReportWindow.MAX_DAYS + " days.");
        }
    }

    private static Refusal windowRefusal(String field, String sentence) {
        return new Refusal(RULE, "report-days-wrong", field, sentence);
    }

    @EventSourcingHandler
    void evolve(ReportAdded event) {
        id = event.report();
        reportName = event.reportName();
        window = event.window();
    }

    @EventSourcingHandler
    void evolve(ReportChanged event) {
        reportName = event.reportName();
        window = event.window();
    }

    @EventSourcingHandler
    void evolve(ReportRead event) {
        lastRead = event.at();
    }
}
