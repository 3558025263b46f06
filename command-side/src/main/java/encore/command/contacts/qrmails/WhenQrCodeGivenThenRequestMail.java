package encore.command.contacts.qrmails;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.fans.FanId;
import encore.kernel.qrmails.QrMailCommand.RequestQrMail;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardType;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Requests a mail when a fan gets a QR code: with a reward of type vendora, or as the incentive of a quest. The rule of
 * the reward or quest at that time decides whether it is mailed.
 */
@Component
class WhenQrCodeGivenThenRequestMail implements Automation {

    /**
     * The delivery of QR codes by a reward or a quest now; its key is the stream of either.
     *
     * @param isVendora whether it gives QR codes at all
     */
    record QrDelivery(
            boolean isVendora,
            @Nullable String title,
            @Nullable DeliveryMethod method,
            @Nullable Boolean isDisabled) {

        boolean isMailed() {
            return isVendora && method == DeliveryMethod.QRCODE && !Boolean.TRUE.equals(isDisabled);
        }
    }

    @Override
    public Reactions reactions() {
        return Reactions.of(RequestQrMail.class)
                .keeping(QrDelivery.class)
                .on(RewardCreated.class, (event, at, process) -> created(event, process))
                .on(RewardChanged.class, (event, at, process) -> changed(event, process))
                .on(RewardIssued.class, (event, at, process) -> issued(event, at, process))
                .on(
                        QuestCreated.class,
                        (event, at, process) -> put(event.quest().toString(), event.details(), process))
                .on(QuestChanged.class, (event, at, process) -> changed(event, process))
                .on(QuestCompleted.class, (event, at, process) -> completed(event, at, process));
    }

    private static void created(RewardCreated event, ProcessContext process) {
        if (event.rewardType() == RewardType.VENDORA) {
            put(event.reward().toString(), event.details(), process);
        }
    }

    private static void changed(RewardChanged event, ProcessContext process) {
        QrDelivery before = process.get(QrDelivery.class, event.reward().toString());
        if (before != null) {
            RewardDetails details = RewardDetailsBuilder.builder(RewardDetails.NONE)
                    .rewardTitle(before.title())
                    .vendoraDeliveryMethod(before.method())
                    .disableVendoraQrcodeEmail(before.isDisabled())
                    .build();
            put(event.reward().toString(), event.patch().applyTo(details), process);
        }
    }

    private static void changed(QuestChanged event, ProcessContext process) {
        QrDelivery before = process.get(QrDelivery.class, event.quest().toString());
        if (before != null) {
            QuestDetails details = QuestDetailsBuilder.builder(QuestDetails.NONE)
                    .questTitle(before.title())
                    .rewardType(before.isVendora() ? QuestReward.VENDORA : null)
                    .vendoraDeliveryMethod(before.method())
                    .disableVendoraQrcodeEmail(before.isDisabled())
                    .build();
            put(event.quest().toString(), event.patch().applyTo(details), process);
        }
    }

    private static void put(String key, RewardDetails details, ProcessContext process) {
        process.put(
                key,
                new QrDelivery(
                        true,
                        details.rewardTitle(),
                        details.vendoraDeliveryMethod(),
                        details.disableVendoraQrcodeEmail()));
    }

    private static void put(String key, QuestDetails details, ProcessContext process) {
        process.put(
                key,
                new QrDelivery(
                        details.rewardType() == QuestReward.VENDORA,
                        details.questTitle(),
                        details.vendoraDeliveryMethod(),
                        details.disableVendoraQrcodeEmail()));
    }

    private static void issued(RewardIssued event, RecordedEvent recordedEvent, ProcessContext process) {
        request(event.reward().toString(), event.fan(), event.fanPointUid(), recordedEvent, process);
    }

    private static void completed(QuestCompleted event, RecordedEvent recordedEvent, ProcessContext process) {
        request(
                event.completion().quest().toString(),
                event.completion().fan(),
                event.fanPointUid(),
                recordedEvent,
                process);
    }

    private static void request(
            String key, FanId fan, @Nullable String fanPointUid, RecordedEvent recordedEvent, ProcessContext process) {
        QrDelivery delivery = process.get(QrDelivery.class, key);
        if (delivery != null && delivery.isMailed() && delivery.title() != null && fanPointUid != null) {
            process.send(new RequestQrMail(fan, fanPointUid, delivery.title(), recordedEvent.at()));
        }
    }
}
