package encore.query.reports.readers;

import encore.kernel.contacts.messages.MessagesQuery.CountSms;
import encore.kernel.contacts.messages.MessagesQuery.SmsDay;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.SmsReport;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Reads the numbers of codes by SMS. */
@Component
class SmsReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    SmsReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.SMS;
    }

    @Override
    public ReportData read(ReportScope scope) {
        List<SmsDay> counted = queryGateway.ask(new CountSms(scope.account(), scope.days()));
        Map<LocalDate, SmsDay> byDate = counted.stream().collect(Collectors.toMap(SmsDay::date, Function.identity()));
        List<SmsReport.Day> days = scope.eachDay().stream()
                .map(day -> byDate.getOrDefault(day, new SmsDay(day, 0, 0, 0)))
                .map(day -> new SmsReport.Day(day.date(), day.requested(), day.sent(), day.failed()))
                .toList();
        return ReportDataBuilder.builder()
                .sms(new SmsReport(
                        counted.stream().mapToLong(SmsDay::requested).sum(),
                        counted.stream().mapToLong(SmsDay::sent).sum(),
                        counted.stream().mapToLong(SmsDay::failed).sum(),
                        days))
                .build();
    }
}
