package encore.command.reports;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.reports.ReportCommand.AddReport;
import encore.kernel.reports.ReportCommand.ChangeReport;
import encore.kernel.reports.ReportCommand.NoteReportRead;
import encore.kernel.reports.ReportCommand.RemoveReport;
import encore.kernel.reports.ReportId;
import encore.kernel.reports.ReportSubject;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.ReportWindow;
import java.time.Instant;
import java.util.Random;

/** Commands of a report whose days are right. */
final class ReportCommands implements RandomCommands {

    private static final ReportId REPORT = new ReportId(7, "r-1");

    @Override
    public Class<?> aggregate() {
        return ManagedReport.class;
    }

    @Override
    public Command<?> next(Random random) {
        ReportWindow window = new ReportWindow(null, null, random.nextInt(1, 9));
        return switch (random.nextInt(8)) {
            case 0, 1 -> new AddReport(REPORT, ReportType.CRM, "Mine", window, ReportSubject.NONE);
            case 2, 3 -> new ChangeReport(REPORT, "Name " + random.nextInt(3), window);
            case 4 -> new ChangeReport(REPORT, null, random.nextBoolean() ? window : null);
            case 5 -> random.nextInt(5) == 0 ? new RemoveReport(REPORT) : new ChangeReport(REPORT, "Kept", null);
            default -> new NoteReportRead(REPORT, Instant.ofEpochSecond(random.nextInt(300)));
        };
    }
}
